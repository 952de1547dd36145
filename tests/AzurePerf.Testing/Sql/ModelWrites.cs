using AzurePerf.Sql.Data;
using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Workload;

namespace AzurePerf.Testing.Sql;

/// <summary>The transactions that move money.</summary>
internal static class ModelWrites
{
    /// <returns>True when the order is written.</returns>
    public static bool TradeOrder(ModelDatabase tables, TradeOrderInput input, Told told)
    {
        var account = tables[Tables.CustomerAccount].Get(input.Account.Id);
        var customer = tables[Tables.Customer].Get(account["customer_id"]);
        if (input.Executor.TaxId != customer.Text("tax_id") && tables[Tables.AccountPermission].Find(account["id"], input.Executor.TaxId) is null)
        {
            return false;
        }

        var type = tables[Tables.TradeType].Get(FixedRows.IdOf(input.Kind));
        var bid = type["is_market"] == 1 ? tables[Tables.LastTrade].Get(input.Symbol)["price"] : input.LimitPrice;
        var (gain, _) = Close(tables, account["id"], input.Symbol, type["is_sell"] == 1 ? -input.Quantity : input.Quantity, bid, input.NewestFirst);
        var tax = account["tax_status"] != 0 && gain > 0 ? Money.Share(gain, TaxOf(tables, customer["id"]), Money.One) : 0;
        var charge = tables[Tables.Charge].Get(type.Cell("id"), customer["tier"])["amount"];
        var commission = CommissionOf(tables, customer["tier"], type.Text("id"), input.Symbol, input.Quantity, bid);
        told.Row(
            input.Symbol, bid, gain, tax, commission, charge, input.IsMargin ? account["balance"] + ModelReads.Worth(tables, account["id"]) : 0);
        if (input.RollsBack)
        {
            return false;
        }

        var status = type["is_market"] == 1 ? "SBMT" : "PNDG";
        tables[Tables.Trade].Add(
            input.TradeId, input.Time, status, type.Text("id"), !input.IsMargin, input.Symbol, input.Quantity, bid, account["id"],
            $"{input.Executor.FirstName} {input.Executor.LastName}", Cell.Null, charge, commission, 0, input.NewestFirst);
        tables[Tables.TradeHistory].Add(input.TradeId, input.Time, status);
        if (status == "PNDG")
        {
            tables[Tables.TradeRequest].Add(input.TradeId, type.Text("id"), input.Symbol, input.Quantity, bid, account["broker_id"]);
        }

        return true;
    }

    public static void TradeResult(ModelDatabase tables, TradeResultInput input, Told told)
    {
        var trade = tables[Tables.Trade].Get(input.TradeId);
        var account = tables[Tables.CustomerAccount].Get(trade["account_id"]);
        var type = tables[Tables.TradeType].Get(trade.Cell("type_id"));
        var sells = type["is_sell"] == 1;
        var (gain, closed) = Close(
            tables, account["id"], trade.Text("symbol"), sells ? -trade["quantity"] : trade["quantity"], input.Price, trade["lifo"] == 1);
        Hold(tables, trade, input, sells ? -trade["quantity"] : trade["quantity"], closed);
        if (account["tax_status"] != 0 && gain > 0)
        {
            trade["tax"] = Money.Share(gain, TaxOf(tables, account["customer_id"]), Money.One);
        }

        var commission = CommissionOf(
            tables, tables[Tables.Customer].Get(account["customer_id"])["tier"], type.Text("id"), trade.Text("symbol"), trade["quantity"], input.Price);
        (trade["dts"], trade["price"], trade["commission"]) = (input.Time, input.Price, commission);
        trade.Set("status_id", "CMPT");
        tables[Tables.TradeHistory].Add(input.TradeId, input.Time, "CMPT");
        var broker = tables[Tables.Broker].Get(account["broker_id"]);
        broker["trades"]++;
        broker["commission"] += commission;
        Settle(tables, trade, account, type.Text("name"), sells, commission, input);
        told.Row(tables[Tables.Settlement].Get(input.TradeId)["amount"], account["balance"]);
    }

    public static IReadOnlyList<TriggeredRequest> MarketFeed(ModelDatabase tables, MarketFeedInput input, Told told)
    {
        var triggered = new List<TriggeredRequest>();
        foreach (var ticker in input.Tickers)
        {
            var last = tables[Tables.LastTrade].Get(ticker.Symbol);
            (last["dts"], last["price"], last["volume"]) = (input.Time, ticker.Price, last["volume"] + ticker.Quantity);
            foreach (var request in tables[Tables.TradeRequest].By("symbol", ticker.Symbol).OrderBy(request => request["trade_id"]).ToArray())
            {
                if (request.Text("type_id") == "TLS" ? ticker.Price >= request["bid_price"] : ticker.Price <= request["bid_price"])
                {
                    var trade = tables[Tables.Trade].Get(request["trade_id"]);
                    trade["dts"] = input.Time;
                    trade.Set("status_id", "SBMT");
                    tables[Tables.TradeHistory].Add(trade["id"], input.Time, "SBMT");
                    tables[Tables.TradeRequest].Remove(request);
                    triggered.Add(new(trade["id"], ticker.Price));
                    told.Row(trade["id"]);
                }
            }
        }

        return triggered;
    }

    /// <summary>Which lots a trade of so many shares (below 0: a sale) closes at a price, and what that gains.</summary>
    private static (long Gain, List<(ModelRow Lot, long Shares)> Closed) Close(
        ModelDatabase tables, long account, string symbol, long shares, long price, bool newestFirst)
    {
        long gain = 0;
        var closed = new List<(ModelRow, long)>();
        var lots = tables[Tables.Holding].By("account_id", account).Where(lot => lot.Text("symbol") == symbol)
            .OrderBy(lot => lot["dts"]).ThenBy(lot => lot["trade_id"]);
        foreach (var lot in newestFirst ? lots.Reverse() : lots)
        {
            if (shares == 0 || lot["quantity"] > 0 == shares > 0)
            {
                break;
            }

            // Closing moves a lot and the trade towards 0: what is taken from the lot has its sign.
            var taken = shares < 0 ? Math.Min(lot["quantity"], -shares) : Math.Max(lot["quantity"], -shares);
            gain += taken * (price - lot["price"]);
            shares += taken;
            closed.Add((lot, taken));
        }

        return (gain, closed);
    }

    private static void Hold(ModelDatabase tables, ModelRow trade, TradeResultInput input, long shares, List<(ModelRow Lot, long Shares)> closed)
    {
        foreach (var (lot, taken) in closed)
        {
            tables[Tables.HoldingHistory].Add(lot["trade_id"], input.TradeId, lot["quantity"], lot["quantity"] - taken);
            lot["quantity"] -= taken;
            if (lot["quantity"] == 0)
            {
                tables[Tables.Holding].Remove(lot);
            }
        }

        var left = shares + closed.Sum(lot => lot.Shares);
        if (left != 0)
        {
            tables[Tables.HoldingHistory].Add(input.TradeId, input.TradeId, 0, left);
            tables[Tables.Holding].Add(input.TradeId, trade["account_id"], trade.Text("symbol"), input.Time, input.Price, left);
        }

        var position = tables[Tables.HoldingSummary].Find(trade["account_id"], trade.Text("symbol"));
        if (position is null)
        {
            tables[Tables.HoldingSummary].Add(trade["account_id"], trade.Text("symbol"), shares);
            return;
        }

        position["quantity"] += shares;
        if (position["quantity"] == 0)
        {
            tables[Tables.HoldingSummary].Remove(position);
        }
    }

    private static void Settle(
        ModelDatabase tables, ModelRow trade, ModelRow account, string type, bool sells, long commission, TradeResultInput input)
    {
        var value = trade["quantity"] * input.Price;
        var amount = (sells ? value : -value) - trade["charge"] - commission - (account["tax_status"] == 1 ? trade["tax"] : 0);
        var isCash = trade["is_cash"] == 1;
        tables[Tables.Settlement].Add(input.TradeId, isCash ? "Cash Account" : "Margin Account", input.Time + (2 * MarketDays.Day), amount);
        if (isCash)
        {
            account["balance"] += amount;
            tables[Tables.CashTransaction].Add(
                input.TradeId, input.Time, amount, $"{type} {trade["quantity"]} shares of {tables[Tables.Security].Get(trade.Cell("symbol")).Text("name")}");
        }
    }

    private static long TaxOf(ModelDatabase tables, long customer) => tables[Tables.CustomerTaxRate].By("customer_id", customer)
        .Sum(rate => tables[Tables.TaxRate].Get(rate.Cell("taxrate_id"))["rate"]);

    private static long CommissionOf(ModelDatabase tables, long tier, string type, string symbol, long quantity, long price)
    {
        var exchange = tables[Tables.Security].Get(symbol).Text("exchange_id");
        var rate = tables[Tables.CommissionRate].By("type_id", type).Single(row => row["tier"] == tier && row.Text("exchange_id") == exchange
            && row["from_quantity"] <= quantity && row["to_quantity"] >= quantity)["rate"];
        return Money.Share(quantity * price, rate, Money.Percent);
    }
}
