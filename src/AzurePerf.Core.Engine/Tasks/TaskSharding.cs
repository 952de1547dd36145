namespace AzurePerf.Core.Tasks;

/// <summary>Which partition a task's row is in. A block of <see cref="BlockTasks"/> tasks is in one, so that one transaction writes
/// it.</summary>
public static class TaskSharding
{
    /// <summary>Tasks that one transaction makes.</summary>
    public const int BlockTasks = 100;

    private const int LargestUnsharded = 1_000;
    private const int MostShards = 64;

    /// <summary>
    /// 1, or for a bag of more than 1,000 tasks as many as it has blocks, at most 64: a look through all costs a request for each. The
    /// tasks of a point must be in one partition.
    /// </summary>
    public static int ShardsOf(StageId stage, int tasks) =>
        stage.Kind == StageKind.Bag && tasks > LargestUnsharded ? Math.Min((tasks + BlockTasks - 1) / BlockTasks, MostShards) : 1;

    /// <summary>The partitions that a stage has of whose tasks the number is not known.</summary>
    public static int MostShardsOf(StageId stage) => stage.Kind == StageKind.Bag ? MostShards : 1;

    /// <summary>The partition of a task, from 0.</summary>
    public static int ShardOf(int number, int shards) => number / BlockTasks % shards;

    /// <summary>
    /// What to read at once from a task on: all of a stage in one partition, else the rest of its block. The thousand rows that the service
    /// gives at once take ten times the memory.
    /// </summary>
    /// <param name="number">The first task, from 0.</param>
    /// <param name="shards">Partitions of the stage.</param>
    /// <param name="tasks">Tasks of the stage, more than <paramref name="number"/>.</param>
    public static TaskSlice SliceFrom(int number, int shards, int tasks) => new(
        ShardOf(number, shards), number, shards == 1 ? tasks : Math.Min(tasks, ((number / BlockTasks) + 1) * BlockTasks));

    /// <summary>All tasks of a stage in the order of their numbers, in slices of <see cref="SliceFrom"/>.</summary>
    /// <param name="shards">Partitions of the stage.</param>
    /// <param name="tasks">Tasks of the stage, at least 0.</param>
    public static IEnumerable<TaskSlice> SlicesOf(int shards, int tasks)
    {
        for (var first = 0; first < tasks;)
        {
            var slice = SliceFrom(first, shards, tasks);
            yield return slice;
            first = slice.Before;
        }
    }
}
