using AzurePerf.Core.Ids;
using AzurePerf.Core.Limits;
using AzurePerf.Storage.Blobs;
using AzurePerf.Storage.Executions;
using AzurePerf.Storage.Products;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;

namespace AzurePerf.Testing.Storage;

public static class Allowances
{
    /// <summary>What an operator who sets no limits allows, at the prices that come with the build.</summary>
    public static RunAllowance Unlimited(RunStore runs) => new(runs, Shipped.Experiments, LimitOptions.None, PriceList.Shipped);

    /// <summary>Quotas over stores.</summary>
    public static RunQuotas Quotas(IRowStore rows, IFileStore products, LimitOptions limits, TimeProvider time) => new(
        new(rows), Shipped.Experiments, limits, new(new ExecutionStatisticsStore(rows, time), time),
        new ProductStore(products, rows, new RandomIdSource(), time), time);
}
