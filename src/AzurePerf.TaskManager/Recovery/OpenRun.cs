using AzurePerf.Core.Runs;

namespace AzurePerf.TaskManager.Recovery;

/// <summary>A run that has not ended, as the sweep found it.</summary>
/// <param name="RunId">The run.</param>
/// <param name="SubmittedAt">When it was submitted; decides whose turn it is.</param>
/// <param name="Header">Its header; null when that makes no sense, which whoever carries the run forward will meet again.</param>
internal sealed record OpenRun(string RunId, DateTimeOffset SubmittedAt, RunState? Header);
