using AzurePerf.Core.Ids;

namespace AzurePerf.Core.Runs;

/// <summary>The order of the combinations inside one repetition, which is a block of the design.</summary>
/// <remarks>
/// Randomised blocks (Fisher 1935, The Design of Experiments, chapter IV): a drift, or what one point leaves behind for the next, then falls on every combination
/// alike and not always on the same one.
/// </remarks>
internal static class BlockOrder
{
    /// <summary>Indices of the combinations, each once; the same seed and repetition always give the same order.</summary>
    public static IEnumerable<int> Of(RunSpec spec, int repetition, int combinations)
    {
        var listed = Enumerable.Range(0, combinations);
        return spec.Order == PointOrder.Listed ? listed : listed.OrderBy(index => StableHash.Of(spec.Seed, repetition, index));
    }
}
