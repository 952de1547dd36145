using AzurePerf.Core.Runs;

namespace AzurePerf.TaskManager.Recovery;

/// <summary>A run that has not ended, as the sweep found it.</summary>
/// <param name="RunId">The run.</param>
/// <param name="SubmittedAt">When it was submitted; decides whose turn it is.</param>
/// <param name="Experiment">Its experiment; empty when that is not known.</param>
/// <param name="Target">Its target; empty when that is not known.</param>
/// <param name="Header">Its header; null when it was not read, because the run is carried already, or makes no sense, which whoever carries the run forward will meet again.</param>
internal sealed record OpenRun(string RunId, DateTimeOffset SubmittedAt, string Experiment, string Target, RunState? Header = null);
