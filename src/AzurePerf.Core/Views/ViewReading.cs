using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Views;

/// <summary>What came of reading a request for a view: the request, or every fault in it.</summary>
public sealed record ViewReading(ViewRequest? Request, IReadOnlyList<SpecFault> Faults);
