namespace AzurePerf.Core.Gangs;

/// <summary>What a member at the barrier is told, see <see cref="BarrierDecision"/>.</summary>
public enum BarrierAnswerKind
{
    /// <summary>Ask again.</summary>
    Wait = 0,

    /// <summary>Warm up.</summary>
    WarmUp,

    /// <summary>Exchange clocks anew and come back.</summary>
    ExchangeClocks,

    /// <summary>Start at the instant given.</summary>
    Go,

    /// <summary>Everybody has ended.</summary>
    Over,

    /// <summary>Give the execution up.</summary>
    Leave,
}
