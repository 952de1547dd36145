using AzurePerf.Sql.Data;
using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Workload;

namespace AzurePerf.Testing.Sql;

/// <summary>Five of the six reading transactions.</summary>
internal static class ModelReads
{
    public static void TradeStatus(ModelDatabase tables, TradeStatusInput input, Told told)
    {
        told.Result(
            from trade in Newest(tables, input.Account, 50)
            let security = tables[Tables.Security].Get(trade.Cell("symbol"))
            select (Cell[])
            [
                trade["id"], trade["dts"], tables[Tables.StatusType].Get(trade.Cell("status_id")).Text("name"),
                tables[Tables.TradeType].Get(trade.Cell("type_id")).Text("name"), trade.Text("symbol"), trade["quantity"], trade.Text("executor"),
                trade["charge"], security.Text("name"), tables[Tables.Exchange].Get(security.Cell("exchange_id")).Text("name"),
            ]);
        var account = tables[Tables.CustomerAccount].Get(input.Account);
        var customer = tables[Tables.Customer].Get(account["customer_id"]);
        told.Result([[customer.Text("last_name"), customer.Text("first_name"), tables[Tables.Broker].Get(account["broker_id"]).Text("name")]]);
    }

    public static void MarketWatch(ModelDatabase tables, MarketWatchInput input, Told told)
    {
        var symbols = input switch
        {
            { Customer: { } customer } => tables[Tables.WatchList].By("customer_id", customer)
                .SelectMany(list => tables[Tables.WatchItem].By("list_id", list["id"])).Select(item => item.Text("symbol")),
            { Account: { } account } => tables[Tables.HoldingSummary].By("account_id", account).Select(position => position.Text("symbol")),
            _ => from industry in tables[Tables.Industry].Rows
                 where industry.Text("name") == input.Industry
                 from company in tables[Tables.Company].By("industry_id", industry.Cell("id"))
                 where company["id"] >= input.FirstCompany && company["id"] <= input.LastCompany
                 from security in tables[Tables.Security].By("company_id", company["id"])
                 select security.Text("symbol"),
        };
        long count = 0, now = 0, then = 0;
        foreach (var symbol in symbols)
        {
            var shares = tables[Tables.Security].Get(symbol)["shares"];
            count++;
            now += shares * tables[Tables.LastTrade].Get(symbol)["price"];
            then += shares * tables[Tables.DailyMarket].Get(symbol, input.Day)["close_price"];
        }

        told.Row(count, then == 0 ? 0 : Money.Share(now - then, Money.Percent, then));
    }

    public static void SecurityDetail(ModelDatabase tables, SecurityDetailInput input, Told told)
    {
        var security = tables[Tables.Security].Get(input.Symbol);
        var company = tables[Tables.Company].Get(security["company_id"]);
        var exchange = tables[Tables.Exchange].Get(security.Cell("exchange_id"));
        told.Result(
        [
            [
                company["id"], .. security.Pick("name", "shares", "issued", "listed", "price_earnings", "high", "high_on", "low", "low_on", "dividend", "yield"),
                .. company.Pick("name", "rating", "chief", "description", "founded"), .. Address(tables, company["address_id"]),
                .. exchange.Pick("name", "securities", "opens", "closes", "description"), .. Address(tables, exchange["address_id"]),
            ],
        ]);
        told.Result(
            from other in tables[Tables.CompanyCompetitor].By("company_id", company["id"])
                .OrderBy(other => other["competitor_id"]).ThenBy(other => other.Text("industry_id"), StringComparer.Ordinal).Take(3)
            select (Cell[])
            [
                tables[Tables.Company].Get(other["competitor_id"]).Text("name"), tables[Tables.Industry].Get(other.Cell("industry_id")).Text("name"),
            ]);
        told.Result(tables[Tables.Financial].By("company_id", company["id"]).OrderBy(row => row["year"]).ThenBy(row => row["quarter"]).Take(20)
            .Select(row => row.Cells[1..]));
        told.Result(tables[Tables.DailyMarket].By("symbol", input.Symbol).Where(row => row["day"] >= input.FirstDay).OrderBy(row => row["day"])
            .Take(input.Days).Select(row => row.Pick("day", "close_price", "high", "low", "volume")));
        told.Result([tables[Tables.LastTrade].Get(input.Symbol).Pick("price", "open_price", "volume", "dts")]);
        told.Result(tables[Tables.NewsXref].By("company_id", company["id"]).Select(link => tables[Tables.NewsItem].Get(link["news_id"]))
            .OrderBy(item => item["id"]).Take(2)
            .Select(item => input.FullNews ? item.Pick("dts", "source", "author", "item") : item.Pick("dts", "source", "author", "headline", "summary")));
    }

    public static void CustomerPosition(ModelDatabase tables, CustomerPositionInput input, Told told)
    {
        var customer = input.TaxId is { } taxId
            ? tables[Tables.Customer].Rows.Single(row => row.Text("tax_id") == taxId)
            : tables[Tables.Customer].Get(input.Customer);
        told.Result([customer.Cells[1..]]);
        var accounts = tables[Tables.CustomerAccount].By("customer_id", customer["id"])
            .Select(account => (Id: account["id"], Balance: account["balance"], Worth: Worth(tables, account["id"])))
            .OrderBy(account => account.Worth).ThenBy(account => account.Id).Take(10).ToArray();
        told.Result(accounts.Select(account => (Cell[])[account.Id, account.Balance, account.Worth]));
        if (input.AccountPlace >= 0)
        {
            var steps =
                from trade in Newest(tables, accounts[input.AccountPlace % accounts.Length].Id, 10)
                from step in tables[Tables.TradeHistory].By("trade_id", trade["id"])
                select (Trade: trade, Step: step);
            told.Result(steps.OrderByDescending(step => step.Step["dts"]).ThenByDescending(step => step.Trade["id"])
                .ThenBy(step => step.Step.Text("status_id"), StringComparer.Ordinal).Take(30)
                .Select(step => (Cell[])
                [
                    step.Trade["id"], step.Trade.Text("symbol"), step.Trade["quantity"],
                    tables[Tables.StatusType].Get(step.Step.Cell("status_id")).Text("name"), step.Step["dts"],
                ]));
        }
    }

    public static void BrokerVolume(ModelDatabase tables, BrokerVolumeInput input, Told told) => told.Result(
        from request in tables[Tables.TradeRequest].Rows
        let security = tables[Tables.Security].Get(request.Cell("symbol"))
        let industry = tables[Tables.Industry].Get(tables[Tables.Company].Get(security["company_id"]).Cell("industry_id"))
        where tables[Tables.Sector].Get(industry.Cell("sector_id")).Text("name") == input.Sector
        let broker = tables[Tables.Broker].Get(request["broker_id"]).Text("name")
        where input.Brokers.Contains(broker)
        group request["quantity"] * request["bid_price"] by broker into volumes
        orderby volumes.Sum() descending, volumes.Key
        select (Cell[])[volumes.Key, volumes.Sum()]);

    /// <summary>What an account's positions are worth.</summary>
    public static long Worth(ModelDatabase tables, long account) => tables[Tables.HoldingSummary].By("account_id", account)
        .Sum(position => position["quantity"] * tables[Tables.LastTrade].Get(position.Cell("symbol"))["price"]);

    private static IEnumerable<ModelRow> Newest(ModelDatabase tables, long account, int count) => tables[Tables.Trade].By("account_id", account)
        .OrderByDescending(trade => trade["dts"]).ThenByDescending(trade => trade["id"]).Take(count);

    private static Cell[] Address(ModelDatabase tables, long id)
    {
        var address = tables[Tables.Address].Get(id);
        return
        [
            .. address.Pick("line1", "line2", "zip_code", "country"), .. tables[Tables.ZipCode].Get(address.Cell("zip_code")).Pick("town", "division"),
        ];
    }
}
