using AzurePerf.Core.Measurements;

namespace AzurePerf.UnitTests;

internal static class PointResults
{
    /// <summary>The same result but for what its operations did.</summary>
    public static PointResult With(this PointResult result, Func<OperationSummary, OperationSummary> change) => result with { Operations = change(result.Operations!) };
}
