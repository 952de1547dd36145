namespace AzurePerf.Core.Gangs;

/// <summary>A <see cref="BarrierDecision"/> on the wire.</summary>
public sealed record BarrierAnswer
{
    /// <summary>Format of this record; readers accept it and the one before.</summary>
    public int Version { get; init; } = 1;

    public required BarrierAnswerKind Kind { get; init; }

    /// <summary>Why it waits or leaves; empty otherwise.</summary>
    public string Reason { get; init; } = "";

    /// <summary>The start on the member's own clock, in nanoseconds; null unless it is to start.</summary>
    public long? StartNanoseconds { get; init; }

    /// <summary>What the members told each other, in the order of their rows; empty unless it is to warm up.</summary>
    public IReadOnlyList<string> Endpoints { get; init; } = [];

    /// <exception cref="ArgumentException">The decision is one to store, not one to tell.</exception>
    public static BarrierAnswer Of(BarrierDecision decision) => decision switch
    {
        BarrierDecision.Wait wait => new() { Kind = BarrierAnswerKind.Wait, Reason = wait.Reason },
        BarrierDecision.WarmUp warmUp => new() { Kind = BarrierAnswerKind.WarmUp, Endpoints = warmUp.Endpoints },
        BarrierDecision.ExchangeClocks => new() { Kind = BarrierAnswerKind.ExchangeClocks },
        BarrierDecision.Go go => new() { Kind = BarrierAnswerKind.Go, StartNanoseconds = go.Member.StartNanoseconds },
        BarrierDecision.Over => new() { Kind = BarrierAnswerKind.Over },
        BarrierDecision.Leave leave => new() { Kind = BarrierAnswerKind.Leave, Reason = leave.Reason },
        _ => throw new ArgumentException($"{decision} is for the gang's row, not for a member", nameof(decision)),
    };
}
