namespace AzurePerf.Core.Results;

/// <summary>Why a repetition does not count; the members of <see cref="LeftOutRepetitions"/> say more.</summary>
internal enum LeftOutReason
{
    Incomplete,
    GeneratorBound,
    Overloaded,
    TooFewOperations,
    CacheSuspect,
    NoValue,
    DroppedStarts,
}
