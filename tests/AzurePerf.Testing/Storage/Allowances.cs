using AzurePerf.Core.Limits;
using AzurePerf.Storage.Runs;

namespace AzurePerf.Testing.Storage;

public static class Allowances
{
    /// <summary>What an operator who sets no limits allows, at the prices that come with the build.</summary>
    public static RunAllowance Unlimited(RunStore runs) => new(runs, Shipped.Experiments, LimitOptions.None, PriceList.Shipped);
}
