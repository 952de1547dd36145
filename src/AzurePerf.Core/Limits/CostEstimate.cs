namespace AzurePerf.Core.Limits;

/// <summary>What the requests of a run cost by a price file.</summary>
/// <param name="Amount">The cost; null where the file does not have every price that is needed.</param>
/// <param name="Currency">ISO 4217.</param>
/// <param name="PricesOf">The date of the prices.</param>
/// <param name="Note">Why there is no estimate, or what it leaves out. A sentence without full stop.</param>
public sealed record CostEstimate(double? Amount, string Currency, DateOnly PricesOf, string Note);
