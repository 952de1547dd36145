using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Api;

/// <summary>How a watched run ended: data of the last server-sent event.</summary>
/// <param name="Status">completed, failed or cancelled.</param>
/// <param name="Reason">Why it failed or was cancelled; empty otherwise.</param>
public sealed record RunEnding(RunStatus Status, string Reason);
