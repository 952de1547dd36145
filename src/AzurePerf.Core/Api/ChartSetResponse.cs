using AzurePerf.Core.Charts;

namespace AzurePerf.Core.Api;

/// <summary>Charts over many runs.</summary>
/// <param name="Charts">In the order of the page.</param>
public sealed record ChartSetResponse(IReadOnlyList<Chart> Charts);
