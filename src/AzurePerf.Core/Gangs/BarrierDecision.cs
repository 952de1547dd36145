namespace AzurePerf.Core.Gangs;

/// <summary>What a member at the barrier is to do.</summary>
public abstract record BarrierDecision
{
    private BarrierDecision()
    {
    }

    /// <summary>Ask again.</summary>
    /// <param name="Reason">For whom or what it waits.</param>
    public sealed record Wait(string Reason) : BarrierDecision;

    /// <summary>Everyone is there and what the point needs is made: warm up.</summary>
    /// <param name="Endpoints">What each member told the others, in the order of the rows.</param>
    public sealed record WarmUp(IReadOnlyList<string> Endpoints) : BarrierDecision;

    /// <summary>Exchange clocks anew: the last time it was with a clock that is no more.</summary>
    public sealed record ExchangeClocks : BarrierDecision;

    /// <summary>Everyone can start. Nobody may be told before this is stored.</summary>
    public sealed record Agree(GangGo Proposed) : BarrierDecision;

    /// <summary>Start at the member's instant.</summary>
    public sealed record Go(GangMember Member) : BarrierDecision;

    /// <summary>The measurement is over: the point's data may be dropped, as far as that is this member's business.</summary>
    public sealed record Over : BarrierDecision;

    /// <summary>Give the execution up.</summary>
    /// <param name="Reason">Why, as a sentence for its row.</param>
    public sealed record Leave(string Reason) : BarrierDecision;
}
