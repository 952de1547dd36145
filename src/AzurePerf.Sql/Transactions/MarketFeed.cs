using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Workload;

namespace AzurePerf.Sql.Transactions;

/// <summary>
/// Market-Feed, one frame and one database transaction for all its tickers: the last price of each, and the orders that waited for it,
/// which are submitted.
/// </summary>
internal static class MarketFeed
{
    private static readonly Statement SetPrice = new(
        "UPDATE last_trade SET dts = $2, price = $3, volume = volume + $4 WHERE symbol = $1", "stmi");

    private static readonly Statement Requests = new(
        """
        SELECT trade_id
        FROM trade_request {locked}
        WHERE symbol = $1 AND (
            (type_id = 'TLS' AND bid_price <= $2) OR (type_id = 'TLB' AND bid_price >= $2) OR (type_id = 'TSL' AND bid_price >= $2))
        ORDER BY trade_id {lock}
        """,
        "sm", "i");

    private static readonly Statement Submit = new("UPDATE trade SET dts = $2, status_id = 'SBMT' WHERE id = $1", "it");

    private static readonly Statement DeleteRequest = new("DELETE FROM trade_request WHERE trade_id = $1", "i");

    public static async ValueTask<IReadOnlyList<TriggeredRequest>> RunAsync(Transaction transaction, MarketFeedInput input)
    {
        var triggered = new List<TriggeredRequest>();
        foreach (var ticker in input.Tickers)
        {
            await transaction.ChangeAsync(SetPrice, ticker.Symbol, input.Time, ticker.Price, ticker.Quantity);
            var requests = await transaction.QueryAsync(Requests, ticker.Symbol, ticker.Price);
            for (var row = 0; row < requests.Count; row++)
            {
                var trade = requests[row][0].Number;
                await transaction.ChangeAsync(Submit, trade, input.Time);
                await transaction.ChangeAsync(DeleteRequest, trade);
                await transaction.ChangeAsync(TradeStatements.InsertHistory, trade, input.Time, "SBMT");
                triggered.Add(new(trade, ticker.Price));
                transaction.Tell(trade);
            }
        }

        return triggered;
    }
}
