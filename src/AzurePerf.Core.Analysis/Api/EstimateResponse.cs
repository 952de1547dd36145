using AzurePerf.Core.Limits;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Api;

/// <summary>Answer to a request for an estimate: what a run would come to. Nothing is stored.</summary>
/// <param name="Spec">The run as it would be stored, every default filled in.</param>
/// <param name="Estimate">What it comes to.</param>
/// <param name="Cost">What its requests cost.</param>
/// <param name="Exceeded">Limits of the operator that it would exceed, so that it would be refused; empty when it may begin.</param>
public sealed record EstimateResponse(RunSpec Spec, RunEstimate Estimate, CostEstimate Cost, IReadOnlyList<SpecFault> Exceeded)
{
    /// <summary>How the quotas of who asks stand before it; empty where there is none.</summary>
    public IReadOnlyList<QuotaStanding> Quotas { get; init; } = [];

    /// <summary>What the run will not be able to show, in sentences without a full stop; empty when nothing.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>Workers that have to be alive at once for it; 0 for a bag, whose pool grows with its queue.</summary>
    public int WorkersNeeded { get; init; }

    /// <summary>Workers that could measure for it and are alive now.</summary>
    public int WorkersAlive { get; init; }

    /// <summary>Which workers are missing for it now, and what to do; empty when enough are alive.</summary>
    public string WorkersMissing { get; init; } = "";
}
