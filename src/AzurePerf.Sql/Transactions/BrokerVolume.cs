using System.Runtime.CompilerServices;
using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Workload;

namespace AzurePerf.Sql.Transactions;

/// <summary>Broker-Volume, one frame: the value of the orders that wait with some brokers, in one sector.</summary>
internal static class BrokerVolume
{
    private static readonly Statement Volume = new(
        $"""
        SELECT b.name, sum(r.quantity * r.bid_price)
        FROM trade_request r
        JOIN broker b ON b.id = r.broker_id
        JOIN security s ON s.symbol = r.symbol
        JOIN company c ON c.id = s.company_id
        JOIN industry i ON i.id = c.industry_id
        JOIN sector k ON k.id = i.sector_id
        WHERE k.name = $1 AND b.name IN ({Statement.List(2, BrokerVolumeInput.MostBrokers)})
        GROUP BY b.name
        ORDER BY 2 DESC, b.name
        """,
        new string('s', 1 + BrokerVolumeInput.MostBrokers), "sm");

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public static async ValueTask RunAsync(Transaction transaction, BrokerVolumeInput input)
    {
        var arguments = new Cell[1 + BrokerVolumeInput.MostBrokers];
        Array.Fill(arguments, "");
        arguments[0] = input.Sector;
        for (var broker = 0; broker < input.Brokers.Count; broker++)
        {
            arguments[broker + 1] = input.Brokers[broker];
        }

        var volume = await transaction.QueryAsync(Volume, arguments);
        Transaction.Check(volume.Count <= input.Brokers.Count, $"{input.Brokers.Count} brokers were asked for, {volume.Count} came");
        transaction.Tell(volume);
    }
}
