using AzurePerf.Core.Tasks;

namespace AzurePerf.TaskManager.Bags;

/// <summary>Which tasks of a bag share a message.</summary>
internal static class BagBundles
{
    /// <summary>New tasks of one block, put together.</summary>
    /// <param name="block">In the order of their numbers.</param>
    /// <param name="size">How many share a message; 1 for none.</param>
    public static IReadOnlyList<BenchmarkTask> Bundled(IReadOnlyList<BenchmarkTask> block, int size) => size == 1 ? block :
    [
        .. block.Chunk(size).SelectMany(bundle => bundle.Length == 1
            ? bundle
            : bundle.Select(task => task with { Bundle = bundle[0].Key.Number })),
    ];

    /// <summary>Tasks by the message that each is in, or would be: those that share one, and all others alone.</summary>
    public static IReadOnlyList<IReadOnlyList<BenchmarkTask>> Of(IEnumerable<BenchmarkTask> tasks) =>
        [.. tasks.GroupBy(task => (task.IsBundled, task.IsBundled ? task.Bundle : task.Key.Number)).Select(bundle => bundle.ToArray())];
}
