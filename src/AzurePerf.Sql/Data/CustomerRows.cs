using System.Globalization;
using AzurePerf.Sql.Schema;

namespace AzurePerf.Sql.Data;

/// <summary>Customers, their accounts, who may trade for them, and what they watch.</summary>
internal static class CustomerRows
{
    public static void Write(Dataset data, int id, IRowSink sink)
    {
        var person = data.Customer(id);
        MarketRows.WriteAddress(data, MarketRows.AddressOfCustomer(data, id), sink);
        WritePerson(data, person, sink);
        var (first, second) = Dataset.TaxRatesOf(id);
        sink.Add(Tables.CustomerTaxRate, [id, FixedRows.TaxRateId(first)]);
        sink.Add(Tables.CustomerTaxRate, [id, FixedRows.TaxRateId(second)]);
        WriteWatchList(data, id, sink);
        for (var place = 0; place < data.AccountsOf(person); place++)
        {
            WriteAccount(data, person, data.Account(id, place), sink);
        }
    }

    /// <summary>The securities on a customer's watch list: 50 to 150, or all.</summary>
    public static IEnumerable<int> WatchedBy(Dataset data, int customer)
    {
        var draws = Draws.Of(data.Seed, DrawFor.WatchList, customer);
        var count = Math.Min(draws.Between(50, 150), data.Scale.Securities);
        var first = draws.Below(data.Scale.Securities);
        var step = Math.Max(1, data.Scale.Securities / count);
        return Enumerable.Range(0, count).Select(place => (first + (place * step)) % data.Scale.Securities);
    }

    private static void WritePerson(Dataset data, Person person, IRowSink sink)
    {
        var draws = Draws.Of(data.Seed, DrawFor.Customer, person.Id, 1);
        var mail = string.Create(CultureInfo.InvariantCulture, $"{person.FirstName}.{person.LastName}{person.Id}@").ToLowerInvariant();
        sink.Add(
            Tables.Customer,
            [
                person.Id, person.TaxId, "ACTV", person.LastName, person.FirstName, ((char)('A' + draws.Below(26))).ToString(),
                draws.Percent(50) ? "F" : "M", person.Tier, MarketDays.Date(0) - (draws.Between(6_600, 30_000) * MarketDays.Day),
                MarketRows.AddressOfCustomer(data, person.Id), Phone(ref draws), draws.Percent(60) ? Phone(ref draws) : Cell.Null,
                mail + "mail.example", draws.Percent(40) ? mail + "work.example" : Cell.Null,
            ]);
    }

    private static string Phone(ref Draws draws) => string.Create(
        CultureInfo.InvariantCulture, $"+{draws.Between(1, 99)} {draws.Between(100, 999)} {draws.Between(1_000_000, 9_999_999)}");

    private static void WriteWatchList(Dataset data, int customer, IRowSink sink)
    {
        sink.Add(Tables.WatchList, [customer, customer]);
        foreach (var security in WatchedBy(data, customer))
        {
            sink.Add(Tables.WatchItem, [customer, data.Symbols[security]]);
        }
    }

    private static void WriteAccount(Dataset data, Person owner, Account account, IRowSink sink)
    {
        sink.Add(
            Tables.CustomerAccount,
            [account.Id, account.Broker, owner.Id, $"{owner.Name} {account.Id % 10}", account.TaxStatus, account.Opening]);
        sink.Add(Tables.AccountPermission, [account.Id, owner.TaxId, "0000", owner.LastName, owner.FirstName]);
        foreach (var other in data.PermittedFor(account))
        {
            sink.Add(Tables.AccountPermission, [account.Id, other.TaxId, "0011", other.LastName, other.FirstName]);
        }
    }
}
