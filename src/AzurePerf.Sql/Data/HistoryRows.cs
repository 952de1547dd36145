using System.Runtime.InteropServices;
using AzurePerf.Sql.Schema;

namespace AzurePerf.Sql.Data;

/// <summary>The trades of the past and what they left: history, settlements, cash, lots, positions and the totals of brokers.</summary>
internal static class HistoryRows
{
    public static void Write(Dataset data, int customer, IRowSink sink)
    {
        for (var place = 0; place < data.AccountsOf(data.Customer(customer)); place++)
        {
            var account = data.Account(customer, place);
            var history = new AccountHistory(data, account);
            var names = new Dictionary<int, string>();
            long commission = 0;
            foreach (var trade in history.Trades)
            {
                var name = CollectionsMarshal.GetValueRefOrAddDefault(names, trade.Security, out _) ??= data.SecurityName(trade.Security);
                WriteTrade(data, account, trade, name, history.ChangesOf(trade), sink);
                commission += trade.Commission;
            }

            data.Commissions.Keep(account.Id, commission);

            foreach (var (security, lots) in history.Holdings.Where(holding => holding.Lots.Left.Count > 0))
            {
                sink.Add(Tables.HoldingSummary, [account.Id, data.Symbols[security], lots.Quantity]);
                foreach (var lot in lots.Left)
                {
                    sink.Add(Tables.Holding, [lot.Trade, account.Id, data.Symbols[security], lot.Time, lot.Price, lot.Quantity]);
                }
            }
        }
    }

    public static void WriteBroker(Dataset data, int broker, IRowSink sink)
    {
        long trades = 0, commission = 0;
        foreach (var account in AccountsOf(data, broker))
        {
            trades += data.TradesOf(account);
            commission += data.Commissions.Of(account.Id)
                ?? new AccountHistory(data, account).Trades.Sum(trade => trade.Commission);
        }

        sink.Add(Tables.Broker, [broker, "ACTV", Dataset.BrokerName(broker), trades, commission]);
    }

    private static IEnumerable<Account> AccountsOf(Dataset data, int broker)
    {
        for (var place = 0; place < 10; place++)
        {
            // An account's broker is 1 + (customer - 1 + 7 place) modulo the brokers: these are the customers of which that is this one.
            var brokers = data.Scale.Brokers;
            var first = (((broker - 1 - (place * 7)) % brokers) + brokers) % brokers;
            for (var customer = first + 1; customer <= data.Scale.Customers; customer += brokers)
            {
                if (place < data.AccountsOf(data.Customer(customer)))
                {
                    yield return data.Account(customer, place);
                }
            }
        }
    }

    private static void WriteTrade(
        Dataset data, Account account, PastTrade trade, string name, ReadOnlySpan<LotChange> changes, IRowSink sink)
    {
        var symbol = data.Symbols[trade.Security];
        sink.Add(
            Tables.Trade,
            [
                trade.Id, trade.Completed, "CMPT", FixedRows.IdOf(trade.Kind), trade.IsCash, symbol, trade.Quantity, trade.Bid, account.Id,
                trade.Executor, trade.Price, trade.Charge, trade.Commission, trade.Tax, trade.NewestFirst,
            ]);
        if (!FixedRows.AtMarket(trade.Kind))
        {
            sink.Add(Tables.TradeHistory, [trade.Id, trade.Submitted - (MarketDays.Second / 2), "PNDG"]);
        }

        sink.Add(Tables.TradeHistory, [trade.Id, trade.Submitted, "SBMT"]);
        sink.Add(Tables.TradeHistory, [trade.Id, trade.Completed, "CMPT"]);
        sink.Add(
            Tables.Settlement,
            [trade.Id, TradeTexts.CashType(trade.IsCash), trade.Completed + (2 * MarketDays.Day), trade.Amount]);
        if (trade.IsCash)
        {
            sink.Add(
                Tables.CashTransaction,
                [
                    trade.Id, trade.Completed, trade.Amount,
                    TradeTexts.CashName(FixedRows.NameOf(trade.Kind), trade.Quantity, name),
                ]);
        }

        foreach (var change in changes)
        {
            sink.Add(Tables.HoldingHistory, [change.Holding, trade.Id, change.Before, change.After]);
        }
    }
}
