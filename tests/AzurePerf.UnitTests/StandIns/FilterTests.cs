using System.Linq.Expressions;
using System.Net;
using Azure;
using Azure.Data.Tables;
using AzurePerf.Testing.Http;
using Xunit;

namespace AzurePerf.UnitTests.StandIns;

public sealed class FilterTests
{
    private static readonly Guid Id = new("8f0fd5a5-2d45-4b2f-9d2a-8f4b3d6f1c11");
    private static readonly byte[] Bytes = [0x01, 0xAB];

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public void Each_hole_becomes_a_literal_of_its_type()
    {
        var time = new DateTimeOffset(2017, 1, 2, 3, 4, 5, TimeSpan.FromHours(1));

        Assert.Equal("A eq 'o''b'", TableClient.CreateQueryFilter($"A eq {"o'b"}"));
        Assert.Equal("A eq 5", TableClient.CreateQueryFilter($"A eq {5}"));
        Assert.Equal("A eq 5L", TableClient.CreateQueryFilter($"A eq {5L}"));
        Assert.Equal("A eq true and B eq false", TableClient.CreateQueryFilter($"A eq {true} and B eq {false}"));
        Assert.Equal("A eq 1.5", TableClient.CreateQueryFilter($"A eq {1.5}"));
        Assert.Equal("A eq 3", TableClient.CreateQueryFilter($"A eq {3.0}"));
        Assert.Equal($"A eq guid'{Id}'", TableClient.CreateQueryFilter($"A eq {Id}"));
        Assert.Equal("A eq X'01AB'", TableClient.CreateQueryFilter($"A eq {Bytes}"));
        string literal = TableClient.CreateQueryFilter($"A eq {time}");
        Assert.StartsWith("A eq datetime'2017-01-02T02:04:05", literal, StringComparison.Ordinal);
        Assert.EndsWith("Z'", literal, StringComparison.Ordinal);
    }

    [Fact]
    public void An_enum_has_no_literal()
        => Assert.Throws<ArgumentException>(() => TableClient.CreateQueryFilter($"A eq {DayOfWeek.Friday}"));

    [Fact]
    public async Task A_predicate_becomes_a_filter()
    {
        string captured = "b";
        var holder = new { Limit = 3 };

        Assert.Equal("(PartitionKey eq 'b') and (I gt 3)", await FilterAsync(e => e.PartitionKey == captured && e.I > holder.Limit));
        Assert.Equal("(PartitionKey eq 'b') or (RowKey ne 'c')", await FilterAsync(e => e.PartitionKey == "b" || e.RowKey != "c"));
        Assert.Equal("RowKey ge 'a'", await FilterAsync(e => e.RowKey.CompareTo("a") >= 0));
        Assert.Equal("L le 5L", await FilterAsync(e => e.L <= 5));
        Assert.Equal("D lt 1.5", await FilterAsync(e => e.D < 1.5));
        Assert.Equal("Flag eq true", await FilterAsync(e => e.Flag == true));
        Assert.Equal($"G eq guid'{Id}'", await FilterAsync(e => e.G == Id));
        Assert.Equal("B eq X'01AB'", await FilterAsync(e => e.B == Bytes));
        Assert.Equal("not (I eq 3)", await FilterAsync(e => !(e.I == 3)));
        Assert.Equal("((I ge 1) and (I le 2)) and (L eq 3L)", await FilterAsync(e => e.I >= 1 && e.I <= 2 && e.L == 3));
    }

    [Fact]
    public async Task A_predicate_that_the_service_cannot_evaluate_is_refused_before_anything_is_sent()
    {
        var table = new RecordedTable();

        await Assert.ThrowsAnyAsync<Exception>(async () =>
        {
            await foreach (Row _ in table.Client.QueryAsync<Row>(e => e.RowKey.Contains('x'), cancellationToken: Cancel))
            {
            }
        });

        Assert.Empty(table.Wire.Requests);
    }

    private static async Task<string> FilterAsync(Expression<Func<Row, bool>> predicate)
    {
        var table = new RecordedTable(() => RecordingHandler.Answer(HttpStatusCode.OK, """{"value":[]}"""));
        await foreach (Row _ in table.Client.QueryAsync(predicate, cancellationToken: Cancel))
        {
        }

        string parameter = table.Wire.Single.Uri.Query[1..].Split('&').Single(p => p.StartsWith("%24filter=", StringComparison.Ordinal) || p.StartsWith("$filter=", StringComparison.Ordinal));
        return Uri.UnescapeDataString(parameter[(parameter.IndexOf('=', StringComparison.Ordinal) + 1)..]);
    }

    private sealed class Row : ITableEntity
    {
        public string PartitionKey { get; set; } = string.Empty;

        public string RowKey { get; set; } = string.Empty;

        public DateTimeOffset? Timestamp { get; set; }

        public ETag ETag { get; set; }

        public int I { get; set; }

        public long L { get; set; }

        public double D { get; set; }

        public bool Flag { get; set; }

        public Guid G { get; set; }

        public byte[]? B { get; set; }
    }
}
