using AzurePerf.Sql.Data;
using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Workload;

namespace AzurePerf.Testing.Sql;

/// <summary>Trade-Lookup and Trade-Update.</summary>
internal static class ModelTrades
{
    public static void Lookup(ModelDatabase tables, TradeChoice choice, Told told)
    {
        if (choice.Frame < 4)
        {
            Tell(tables, Choose(tables, choice), told);
            return;
        }

        var first = tables[Tables.Trade].By("account_id", choice.Account).Where(trade => trade["dts"] >= choice.From)
            .OrderBy(trade => trade["dts"]).ThenBy(trade => trade["id"]).FirstOrDefault();
        told.Result(first is null ? [] : [[first["id"]]]);
        if (first is not null)
        {
            var lots = tables[Tables.HoldingHistory].By("trade_id", first["id"]).Select(change => change["holding_trade_id"]);
            told.Result(lots.SelectMany(lot => tables[Tables.HoldingHistory].By("holding_trade_id", lot))
                .OrderBy(change => change["holding_trade_id"]).ThenBy(change => change["trade_id"]).Take(20).Select(change => change.Cells));
        }
    }

    public static void Update(ModelDatabase tables, TradeChoice choice, Told told)
    {
        var trades = Choose(tables, choice);
        foreach (var id in trades.Select(trade => trade["id"]))
        {
            var (row, column, alter) = choice.Frame switch
            {
                1 => (tables[Tables.Trade].Find(id), "executor", (Func<string, string>)TradeTexts.AlterExecutor),
                2 => (tables[Tables.Settlement].Find(id), "cash_type", TradeTexts.AlterCashType),
                _ => (tables[Tables.CashTransaction].Find(id), "name", TradeTexts.AlterCashName),
            };
            row?.Set(column, alter(row.Text(column)));
        }

        Tell(tables, trades, told);
    }

    private static ModelRow[] Choose(ModelDatabase tables, TradeChoice choice)
    {
        var chosen = choice.Frame switch
        {
            1 => choice.Ids.Select(id => tables[Tables.Trade].Get(id)),
            2 => tables[Tables.Trade].By("account_id", choice.Account),
            _ => tables[Tables.Trade].By("symbol", choice.Symbol),
        };
        return
        [
            .. chosen.Where(trade => choice.Frame == 1 || (trade["dts"] >= choice.From && trade["dts"] <= choice.To))
                .OrderBy(trade => trade["dts"]).ThenBy(trade => trade["id"]).Take(TradeChoice.Count).OrderBy(trade => trade["id"]),
        ];
    }

    private static void Tell(ModelDatabase tables, ModelRow[] trades, Told told)
    {
        told.Result(
            from trade in trades
            let settlement = tables[Tables.Settlement].Find(trade["id"])
            let cash = tables[Tables.CashTransaction].Find(trade["id"])
            select (Cell[])
            [
                .. trade.Pick("id", "account_id", "symbol", "quantity", "bid_price", "executor", "is_cash"),
                tables[Tables.TradeType].Get(trade.Cell("type_id"))["is_market"], trade.Cell("price"),
                .. settlement?.Pick("amount", "due", "cash_type") ?? [Cell.Null, Cell.Null, Cell.Null],
                .. cash?.Pick("amount", "dts", "name") ?? [Cell.Null, Cell.Null, Cell.Null],
            ]);
        told.Result(
            from trade in trades
            from step in tables[Tables.TradeHistory].By("trade_id", trade["id"])
                .OrderBy(step => step["dts"]).ThenBy(step => step.Text("status_id"), StringComparer.Ordinal)
            select step.Pick("trade_id", "dts", "status_id"));
    }
}
