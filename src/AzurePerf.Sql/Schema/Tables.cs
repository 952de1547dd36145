namespace AzurePerf.Sql.Schema;

/// <summary>The 33 tables, each after those that it refers to.</summary>
public static class Tables
{
    public static readonly Table StatusType = Table.Of("status_type", "id:s4 name:s10", "id");

    public static readonly Table TaxRate = Table.Of("taxrate", "id:s4 name:s50 rate:m", "id");

    public static readonly Table ZipCode = Table.Of("zip_code", "code:s12 town:s80 division:s80", "code");

    public static readonly Table Address = Table.Of(
        "address", "id:i line1:s80 line2:s80? zip_code:s12 country:s80", "id", [("zip_code", ZipCode)]);

    public static readonly Table Exchange = Table.Of(
        "exchange", "id:s6 name:s100 securities:i opens:i closes:i description:s150 address_id:i", "id", [("address_id", Address)]);

    public static readonly Table Sector = Table.Of("sector", "id:s2 name:s30", "id", null, "name id");

    public static readonly Table Industry = Table.Of(
        "industry", "id:s3 name:s50 sector_id:s2", "id", [("sector_id", Sector)], "sector_id id", "name id");

    public static readonly Table Company = Table.Of(
        "company", "id:i status_id:s4 name:s60 industry_id:s3 rating:s4 chief:s60 address_id:i description:s150 founded:t", "id",
        [("status_id", StatusType), ("industry_id", Industry), ("address_id", Address)], "name id", "industry_id id");

    public static readonly Table CompanyCompetitor = Table.Of(
        "company_competitor", "company_id:i competitor_id:i industry_id:s3", "company_id competitor_id industry_id",
        [("company_id", Company), ("competitor_id", Company), ("industry_id", Industry)]);

    public static readonly Table Financial = Table.Of(
        "financial",
        "company_id:i year:i quarter:i starts:t revenue:m earnings:m per_share:m diluted_per_share:m margin:m inventory:m assets:m debt:m "
        + "shares:i diluted_shares:i",
        "company_id year quarter", [("company_id", Company)]);

    public static readonly Table Security = Table.Of(
        "security",
        "symbol:s15 issue:s6 status_id:s4 name:s70 exchange_id:s6 company_id:i shares:i issued:t listed:t price_earnings:m "
        + "high:m high_on:t low:m low_on:t dividend:m yield:m",
        "symbol", [("status_id", StatusType), ("exchange_id", Exchange), ("company_id", Company)], "company_id issue symbol");

    public static readonly Table DailyMarket = Table.Of(
        "daily_market", "symbol:s15 day:t close_price:m high:m low:m volume:i", "symbol day", [("symbol", Security)]);

    public static readonly Table LastTrade = Table.Of(
        "last_trade", "symbol:s15 dts:t price:m open_price:m volume:i", "symbol", [("symbol", Security)]);

    public static readonly Table NewsItem = Table.Of(
        "news_item", "id:i headline:s80 summary:s255 item:s dts:t source:s30 author:s30?", "id");

    public static readonly Table NewsXref = Table.Of(
        "news_xref", "company_id:i news_id:i", "company_id news_id", [("company_id", Company), ("news_id", NewsItem)]);

    public static readonly Table Customer = Table.Of(
        "customer",
        "id:i tax_id:s20 status_id:s4 last_name:s25 first_name:s20 initial:s1 gender:s1 tier:i born:t address_id:i phone:s30 mobile:s30? "
        + "email:s50 second_email:s50?",
        "id", [("status_id", StatusType), ("address_id", Address)], "tax_id id");

    public static readonly Table Broker = Table.Of(
        "broker", "id:i status_id:s4 name:s49 trades:i commission:m", "id", [("status_id", StatusType)], "name id");

    public static readonly Table CustomerAccount = Table.Of(
        "customer_account", "id:i broker_id:i customer_id:i name:s50 tax_status:i balance:m", "id",
        [("broker_id", Broker), ("customer_id", Customer)], "customer_id id", "broker_id id");

    public static readonly Table AccountPermission = Table.Of(
        "account_permission", "account_id:i tax_id:s20 rights:s4 last_name:s25 first_name:s20", "account_id tax_id",
        [("account_id", CustomerAccount)]);

    public static readonly Table CustomerTaxRate = Table.Of(
        "customer_taxrate", "customer_id:i taxrate_id:s4", "customer_id taxrate_id", [("customer_id", Customer), ("taxrate_id", TaxRate)]);

    public static readonly Table WatchList = Table.Of(
        "watch_list", "id:i customer_id:i", "id", [("customer_id", Customer)], "customer_id id");

    public static readonly Table WatchItem = Table.Of(
        "watch_item", "list_id:i symbol:s15", "list_id symbol", [("list_id", WatchList), ("symbol", Security)]);

    public static readonly Table TradeType = Table.Of("trade_type", "id:s3 name:s12 is_sell:i is_market:i", "id");

    public static readonly Table Charge = Table.Of("charge", "type_id:s3 tier:i amount:m", "type_id tier", [("type_id", TradeType)]);

    public static readonly Table CommissionRate = Table.Of(
        "commission_rate", "tier:i type_id:s3 exchange_id:s6 from_quantity:i to_quantity:i rate:m",
        "tier type_id exchange_id from_quantity",
        [("type_id", TradeType), ("exchange_id", Exchange)]);

    public static readonly Table Trade = Table.Of(
        "trade",
        "id:i dts:t status_id:s4 type_id:s3 is_cash:i symbol:s15 quantity:i bid_price:m account_id:i executor:s64 price:m? charge:m "
        + "commission:m tax:m lifo:i",
        "id", [("status_id", StatusType), ("type_id", TradeType), ("symbol", Security), ("account_id", CustomerAccount)],
        "account_id dts id", "symbol dts id");

    public static readonly Table TradeHistory = Table.Of(
        "trade_history", "trade_id:i dts:t status_id:s4", "trade_id status_id", [("trade_id", Trade), ("status_id", StatusType)]);

    public static readonly Table TradeRequest = Table.Of(
        "trade_request", "trade_id:i type_id:s3 symbol:s15 quantity:i bid_price:m broker_id:i", "trade_id",
        [("trade_id", Trade), ("type_id", TradeType), ("symbol", Security), ("broker_id", Broker)],
        "symbol trade_id", "broker_id symbol trade_id");

    public static readonly Table Settlement = Table.Of(
        "settlement", "trade_id:i cash_type:s40 due:t amount:m", "trade_id", [("trade_id", Trade)]);

    public static readonly Table CashTransaction = Table.Of(
        "cash_transaction", "trade_id:i dts:t amount:m name:s120", "trade_id", [("trade_id", Trade)]);

    public static readonly Table HoldingSummary = Table.Of(
        "holding_summary", "account_id:i symbol:s15 quantity:i", "account_id symbol",
        [("account_id", CustomerAccount), ("symbol", Security)]);

    public static readonly Table Holding = Table.Of(
        "holding", "trade_id:i account_id:i symbol:s15 dts:t price:m quantity:i", "trade_id",
        [("trade_id", Trade), ("account_id symbol", HoldingSummary)], "account_id symbol dts trade_id");

    public static readonly Table HoldingHistory = Table.Of(
        "holding_history", "holding_trade_id:i trade_id:i quantity_before:i quantity_after:i", "holding_trade_id trade_id",
        [("holding_trade_id", Trade), ("trade_id", Trade)], "trade_id holding_trade_id");

    public static readonly IReadOnlyList<Table> All =
    [
        StatusType, TaxRate, ZipCode, Address, Exchange, Sector, Industry, Company, CompanyCompetitor, Financial, Security, DailyMarket,
        LastTrade, NewsItem, NewsXref, Customer, Broker, CustomerAccount, AccountPermission, CustomerTaxRate, WatchList, WatchItem,
        TradeType, Charge, CommissionRate,
        Trade, TradeHistory, TradeRequest, Settlement, CashTransaction, HoldingSummary, Holding, HoldingHistory,
    ];
}
