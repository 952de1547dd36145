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

    /// <summary>The partition of a task, from 0.</summary>
    public static int ShardOf(int number, int shards) => number / BlockTasks % shards;
}
