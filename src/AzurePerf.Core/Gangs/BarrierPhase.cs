namespace AzurePerf.Core.Gangs;

/// <summary>What a member has behind it when it comes to the barrier.</summary>
public enum BarrierPhase
{
    /// <summary>Its set-up: what it needs is made, nothing was sent yet.</summary>
    Prepared = 0,

    /// <summary>Its warm-up and its clock exchange: it can start.</summary>
    Warm,

    /// <summary>Its last operation: it needs the point's data no more.</summary>
    Ended,
}
