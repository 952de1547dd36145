using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Workload;

namespace AzurePerf.Testing.Sql;

/// <summary>What a transaction of the model did.</summary>
/// <param name="Commits">False when it was rolled back as designed.</param>
/// <param name="Digest">Of all that it told its client.</param>
public sealed record ModelResult(bool Commits, ulong Digest, IReadOnlyList<TriggeredRequest> Triggered);

/// <summary>Performs the ten transactions on tables in memory, without SQL and without the code of the engines: what they do is said twice.</summary>
public sealed class Model(ModelDatabase tables)
{
    public ModelResult Run(TransactionInput input)
    {
        var told = new Told();
        IReadOnlyList<TriggeredRequest> triggered = [];
        var commits = true;
        switch (input)
        {
            case TradeStatusInput status:
                ModelReads.TradeStatus(tables, status, told);
                break;
            case MarketWatchInput watch:
                ModelReads.MarketWatch(tables, watch, told);
                break;
            case SecurityDetailInput detail:
                ModelReads.SecurityDetail(tables, detail, told);
                break;
            case CustomerPositionInput position:
                ModelReads.CustomerPosition(tables, position, told);
                break;
            case BrokerVolumeInput volume:
                ModelReads.BrokerVolume(tables, volume, told);
                break;
            case TradeLookupInput lookup:
                ModelTrades.Lookup(tables, lookup.Choice, told);
                break;
            case TradeUpdateInput update:
                ModelTrades.Update(tables, update.Choice, told);
                break;
            case TradeOrderInput order:
                commits = ModelWrites.TradeOrder(tables, order, told);
                break;
            case TradeResultInput result:
                ModelWrites.TradeResult(tables, result, told);
                break;
            case MarketFeedInput feed:
                triggered = ModelWrites.MarketFeed(tables, feed, told);
                break;
        }

        return new(commits, told.Digest, triggered);
    }
}

/// <summary>What a transaction tells its client.</summary>
internal sealed class Told
{
    private Digest _digest;

    public ulong Digest => _digest.Value;

    public void Row(params ReadOnlySpan<Cell> cells) => _digest.Add(cells);

    public void Result(IEnumerable<Cell[]> rows)
    {
        var count = 0;
        foreach (var row in rows)
        {
            Row(row);
            count++;
        }

        _digest.EndResult(count);
    }
}
