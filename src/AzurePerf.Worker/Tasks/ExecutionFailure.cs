using AzurePerf.Core.Tasks;

namespace AzurePerf.Worker.Tasks;

/// <summary>An execution that ended without a whole result.</summary>
/// <param name="Cause">Decides what happens next.</param>
/// <param name="Error">One sentence for people.</param>
/// <param name="Partial">What was measured until then, as JSON; empty when there is nothing.</param>
internal sealed record ExecutionFailure(FailureCause Cause, string Error, string Partial);
