using System.Globalization;
using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Sql.Data;
using AzurePerf.Sql.Loading;
using AzurePerf.Sql.Schema;
using AzurePerf.Testing.Sql;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Sql;

public sealed class DatasetTests
{
    private static readonly Dataset Data = SqlSuite.Data;

    [Theory]
    [InlineData(15_000, 1, 2, 7_500)]
    [InlineData(5, 1, 2, 3)]
    [InlineData(-5, 1, 2, -3)]
    [InlineData(4, 1, 10, 0)]
    [InlineData(long.MaxValue, 10_000, 10_000, long.MaxValue)]
    [InlineData(long.MinValue / 2, 1, 1, long.MinValue / 2)]
    [InlineData(3_000_000_000, 3_000_000_001, 4_000_000_000, 2_250_000_001)]
    [InlineData(-3_000_000_000, 3_000_000_001, 4_000_000_000, -2_250_000_001)]
    public void Money_is_rounded_half_away_from_zero(long amount, long part, long whole, long share) =>
        Assert.Equal(share, Money.Share(amount, part, whole));

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(-12_345)]
    [InlineData(4_294_967_296)]
    [InlineData(long.MaxValue)]
    [InlineData(long.MinValue)]
    public void An_amount_comes_back_from_a_server_as_it_went(long amount)
    {
        Assert.Equal((decimal)amount / Money.One, Money.ToDecimal(amount));
        Assert.Equal(amount, Money.Of(Money.ToDecimal(amount)));
    }

    [Theory]
    [InlineData("0", 0)]
    [InlineData("-1.5", -15_000)]
    [InlineData("100.00", 1_000_000)]
    [InlineData("0.00010000", 1)]
    [InlineData("-922337203685477.5808", long.MinValue)]
    public void An_amount_of_a_server_may_have_any_number_of_digits(string amount, long expected) =>
        Assert.Equal(expected, Money.Of(decimal.Parse(amount, CultureInfo.InvariantCulture)));

    [Fact]
    public void The_accounts_of_a_customer_are_as_many_without_making_the_customer() =>
        Assert.All(
            Enumerable.Range(1, Data.Scale.Customers),
            customer => Assert.Equal(Data.AccountsOf(Data.Customer(customer)), Data.AccountsOf(customer)));

    [Fact]
    public void Brokers_are_known_by_the_names_of_their_rows() =>
        Assert.Equal(Enumerable.Range(1, Data.Scale.Brokers).Select(Dataset.BrokerName), Data.BrokerNames.ToArray());

    [Fact]
    public void Any_unit_makes_its_rows_again_without_the_others()
    {
        foreach (var group in Enum.GetValues<RowGroup>())
        {
            var (first, second) = (new Rows(), new Rows());
            Data.Write(group, Data.UnitsOf(group) - 1, first);
            Data.Write(group, 0, new Rows());
            new Dataset(Data.Seed, Data.Scale).Write(group, Data.UnitsOf(group) - 1, second);

            Assert.NotEmpty(first.Digests);
            Assert.Equal(first.Digests, second.Digests);
        }
    }

    [Fact]
    public void A_broker_has_the_same_total_before_and_after_the_trades_were_written()
    {
        var data = new Dataset(Data.Seed, Data.Scale);
        var (before, after) = (new Rows(), new Rows());
        data.Write(RowGroup.Brokers, 0, before);
        for (var unit = 0L; unit < data.UnitsOf(RowGroup.Trades); unit++)
        {
            data.Write(RowGroup.Trades, unit, new Rows());
        }

        data.Write(RowGroup.Brokers, 0, after);
        Assert.Equal(before.Digests, after.Digests);
    }

    [Fact]
    public void No_text_is_longer_than_its_column_and_only_what_may_be_null_is()
    {
        var tables = new ModelDatabase(Data);

        Assert.All(Tables.All, table => Assert.All(tables[table].Rows.SelectMany(row => table.Columns.Zip(row.Cells)), Fits));
    }

    [Fact]
    public void Tables_have_the_sizes_of_the_scale()
    {
        var rows = DataEstimate.Of(new(1, new(1_000, 1, 1_305, 100))).Rows;

        Assert.Equal((500, 685, 10, 1_500), (rows[Tables.Company], rows[Tables.Security], rows[Tables.Broker], rows[Tables.CompanyCompetitor]));
        Assert.Equal((685 * 1_305, 10_000, 1_000), (rows[Tables.DailyMarket], rows[Tables.Financial], rows[Tables.NewsItem]));
        Assert.Equal((15, 240, 4, 102), (rows[Tables.Charge], rows[Tables.CommissionRate], rows[Tables.Exchange], rows[Tables.Industry]));
        Assert.Equal((12, 5, 5, 320, 14_741), (rows[Tables.Sector], rows[Tables.StatusType], rows[Tables.TradeType], rows[Tables.TaxRate], rows[Tables.ZipCode]));
        Assert.InRange(rows[Tables.Trade], 57_600 * 0.9, 57_600 * 1.1);
        Assert.Equal(0, rows[Tables.TradeRequest]);
    }

    /// <summary>The largest takes as long to make as a fifth of all other tests of this project, the one before it seven seconds.</summary>
    public static TheoryData<DataScale> Scales => Night.Cases(
        [new(100, 1, 30, 100), new(1_000, 1, 60, 1_000), new(1_000, 63, 60, 1_000), new(1_000, 1, 1_305, 100_000)],
        new DataScale(5_000, 250, 500, 10_000), new DataScale(100_000, 1_305, 1_305, 100));

    [Theory]
    [MemberData(nameof(Scales))]
    public void A_run_is_told_before_what_its_data_take(DataScale scale)
    {
        var options = new SqlScaleOptions { Customers = scale.Customers, Days = scale.Days, DailyMarketDays = scale.DailyMarketDays, NewsBytes = scale.NewsBytes };
        var data = new Dataset(1, scale);
        var generated = DataEstimate.Of(data);

        Assert.InRange(options.BytesBefore / generated.Bytes, 0.93, 1.07);
        Assert.InRange((double)LoadPlan.RowsOf(data) / generated.TotalRows, 0.9, 1.1);
    }

    [Theory]
    [InlineData(50, 1, 1_305, 100, "customers")]
    [InlineData(150, 1, 1_305, 100, "customers")]
    [InlineData(100, 1_000_000_000, 1_305, 100, "days")]
    [InlineData(100, 1, 29, 100, "dailyMarketDays")]
    [InlineData(100, 1, 30, 100_001, "newsBytes")]
    public void A_scale_out_of_its_ranges_is_refused_by_name(int customers, int days, int marketDays, int bytes, string name)
    {
        var scale = new DataScale(customers, days, marketDays, bytes);

        Assert.StartsWith(name + " is ", Assert.Single(scale.Faults()), StringComparison.Ordinal);
        Assert.Throws<ArgumentException>(() => new Dataset(1, scale));
    }

    [Fact]
    public void Lots_make_up_the_shares_of_all_trades_and_never_mix_directions() => SeededProperty.Holds(
        Gen.Select(Gen.Int[-8, 8], Gen.Int[1, 50], Gen.Bool).List[1, 40],
        trades =>
        {
            var (lots, changes) = (new Lots(), new List<LotChange>());
            long gained = 0, spent = 0;
            foreach (var (number, (shares, price, newestFirst)) in trades.Where(trade => trade.Item1 != 0).Index())
            {
                var (bought, sold) = lots.Apply(new(number, number, price, shares), newestFirst, changes);
                gained += sold - bought;
                spent += (long)shares * price;
            }

            var left = lots.Left.Sum(lot => lot.Quantity * lot.Price);
            return lots.Quantity == changes.Sum(change => change.After - change.Before)
                && lots.Left.Select(lot => Math.Sign(lot.Quantity)).Distinct().Count() <= 1
                && gained == left - spent;
        });

    [Fact]
    public void Prices_are_whole_cents_above_zero_and_move_by_little() => Assert.All(
        Enumerable.Range(0, Data.Scale.Securities),
        security => Assert.All(
            Enumerable.Range(-2_000, 6_000),
            tick =>
            {
                var (price, next) = (Data.Prices.At(security, tick), Data.Prices.At(security, tick + 1));
                Assert.True(price > 0 && price % 100 == 0 && Math.Abs(next - price) * 100 <= price);
            }));

    private static void Fits((Column First, Cell Second) value) => Assert.True(
        value.Second.IsNull
            ? value.First.Nullable
            : value.Second.IsText == (value.First.Kind == CellKind.Text)
                && (value.First.Length == 0 || !value.Second.IsText || value.Second.Text.Length <= value.First.Length),
        $"{value.First} cannot hold {value.Second}");

    private sealed class Rows : IRowSink
    {
        public List<(Table Table, ulong Digest)> Digests { get; } = [];

        public void Add(Table table, ReadOnlySpan<Cell> row) => Digests.Add((table, Digest.OfRow(row)));
    }
}
