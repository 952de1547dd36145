namespace AzurePerf.Core.Workers;

/// <summary>Which TaskManager leads. Only the leader hands out tasks; a second one waits to take over.</summary>
/// <param name="Owner">The process: new with every start.</param>
/// <param name="Beat">Grows with every renewal; unchanged over three heartbeats of successful reads means that the leader is gone.</param>
/// <param name="ETag">Of its row; empty for a claim of a row that does not exist.</param>
public sealed record LeaderState(string Owner, long Beat, string ETag = "");
