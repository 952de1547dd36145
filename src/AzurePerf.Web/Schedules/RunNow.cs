using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;

namespace AzurePerf.Web.Schedules;

/// <summary>What came of starting a schedule's run by hand.</summary>
/// <param name="Submitted">The submission; null with faults.</param>
/// <param name="Faults">Why the request of the schedule is not valid any more; empty when it is.</param>
internal sealed record RunNow(Submission? Submitted, IReadOnlyList<SpecFault> Faults);
