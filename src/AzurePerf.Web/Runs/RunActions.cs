using AzurePerf.Core.Api;

namespace AzurePerf.Web.Runs;

/// <summary>What whoever looks at a run may do with it.</summary>
/// <param name="MaySubmit">Make new runs from it.</param>
/// <param name="MayChange">Change it: it is the reader's own, or the reader is an administrator.</param>
/// <param name="Missing">Points that a retry would measure; 0 where none can be retried.</param>
/// <param name="CanBeBaseline">It has what a comparison needs, or is the baseline now.</param>
/// <param name="Baseline">The baseline of its experiment and target; null for none.</param>
/// <param name="Key">Of the page's forms, so that a button pressed twice starts one run.</param>
internal sealed record RunActions(bool MaySubmit, bool MayChange, int Missing, bool CanBeBaseline, BaselineResponse? Baseline, string Key);
