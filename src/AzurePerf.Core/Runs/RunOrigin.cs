namespace AzurePerf.Core.Runs;

/// <summary>The run that another was made from.</summary>
/// <param name="Kind">How.</param>
/// <param name="RunId">The earlier run.</param>
public sealed record RunOrigin(RunOriginKind Kind, string RunId);
