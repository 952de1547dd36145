namespace AzurePerf.Core.Runs;

/// <summary>What came of reading a run request: a spec, or every fault in it.</summary>
public sealed record RunSpecReading(RunSpec? Spec, IReadOnlyList<SpecFault> Faults);
