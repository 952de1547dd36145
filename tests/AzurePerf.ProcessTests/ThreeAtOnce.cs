// The processes of these tests wait for each other more than they compute: with two at once two processors are idle half of the time.
[assembly: CollectionBehavior(MaxParallelThreads = 3)]
