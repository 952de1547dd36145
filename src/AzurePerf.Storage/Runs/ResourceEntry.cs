namespace AzurePerf.Storage.Runs;

/// <summary>One thing a run created in a target.</summary>
/// <param name="RunId">The run.</param>
/// <param name="Target">Name of the target.</param>
/// <param name="Kind">A word of the target's kind for what it is.</param>
/// <param name="Name">Its name.</param>
public sealed record ResourceEntry(string RunId, string Target, string Kind, string Name);
