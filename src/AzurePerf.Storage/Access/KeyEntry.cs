using AzurePerf.Core.Access;

namespace AzurePerf.Storage.Access;

/// <summary>One row of the keys as a list finds it.</summary>
/// <param name="Key">Null when the row makes no sense: it opens nothing then.</param>
/// <param name="Fault">What makes no sense; empty when all does.</param>
public sealed record KeyEntry(AccessKey? Key, string Fault);
