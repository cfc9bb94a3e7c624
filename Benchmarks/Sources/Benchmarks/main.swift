try run([Entry(PlainDictionary.self), Entry(BlogPost.self), Entry(Ours.self), Entry(OursShared.self)])
