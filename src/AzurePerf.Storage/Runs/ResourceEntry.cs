using AzurePerf.Core.Probes;

namespace AzurePerf.Storage.Runs;

/// <summary>One thing a run created in a target.</summary>
public sealed record ResourceEntry(string RunId, string Target, ResourceKind Kind, string Name);
