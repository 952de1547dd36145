using System.Globalization;
using System.Net;
using System.Runtime.Serialization;
using System.Text.Json;
using Azure;
using Azure.Data.Tables;
using AzurePerf.Testing.Http;
using Xunit;

namespace AzurePerf.UnitTests.StandIns;

public sealed class EntityJsonTests
{
    private static readonly DateTimeOffset Time = new(2017, 3, 4, 7, 6, 7, TimeSpan.FromHours(2));

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_class_writes_types_beside_the_values_that_json_cannot_type()
    {
        JsonElement body = await BodyAsync(new Probe
        {
            Text = "t",
            Flag = true,
            Count = 1,
            Big = 2,
            Ratio = 3.0,
            Id = new Guid("8f0fd5a5-2d45-4b2f-9d2a-8f4b3d6f1c11"),
            Bytes = [1, 2],
            When = Time,
            Day = DayOfWeek.Friday,
            Renamed = 5,
            ETag = new ETag("W/\"1\""),
            Timestamp = Time,
        });

        Assert.Equal(
            """
            Big: "2"
            Big@odata.type: "Edm.Int64"
            Bytes: "AQI="
            Bytes@odata.type: "Edm.Binary"
            Count: 1
            Day: "Friday"
            Derived: "t!"
            Flag: true
            Id: "8f0fd5a5-2d45-4b2f-9d2a-8f4b3d6f1c11"
            Id@odata.type: "Edm.Guid"
            Nothing: null
            PartitionKey: "p"
            Ratio: 3
            Ratio@odata.type: "Edm.Double"
            RowKey: "r"
            Text: "t"
            When: "2017-03-04T05:06:07.0000000Z"
            When@odata.type: "Edm.DateTime"
            renamed_column: 5
            """,
            string.Join('\n', body.EnumerateObject().Select(p => $"{p.Name}: {p.Value.GetRawText()}").Order(StringComparer.Ordinal)));
    }

    [Fact]
    public async Task A_dictionary_writes_the_same_types_and_never_its_etag_or_timestamp()
    {
        JsonElement body = await BodyAsync(new TableEntity("p", "r")
        {
            ["Big"] = 2L,
            ["Ratio"] = 3.0,
            ["Nan"] = double.NaN,
            ["When"] = Time,
            ["Nothing"] = null,
            ETag = new ETag("W/\"1\""),
            Timestamp = Time,
        });

        Assert.Equal("2", body.GetProperty("Big").GetString());
        Assert.Equal("Edm.Int64", body.GetProperty("Big@odata.type").GetString());
        Assert.Equal("Edm.Double", body.GetProperty("Ratio@odata.type").GetString());
        Assert.Equal("NaN", body.GetProperty("Nan").GetString());
        Assert.Equal("2017-03-04T05:06:07.0000000Z", body.GetProperty("When").GetString());
        Assert.Equal(JsonValueKind.Null, body.GetProperty("Nothing").ValueKind);
        Assert.False(body.TryGetProperty("odata.etag", out _));
        Assert.False(body.TryGetProperty("ETag", out _));
    }

    [Fact]
    public async Task Rows_of_a_page_may_differ_in_columns_and_order()
    {
        const string Page = """
            {"value":[
            {"odata.etag":"W/\"1\"","PartitionKey":"p","RowKey":"a","A":1,"B@odata.type":"Edm.Int64","B":"2","Timestamp":"2017-01-01T00:00:00Z"},
            {"RowKey":"b","C@odata.type":"Edm.DateTime","C":"2017-01-01T00:00:00.5Z","PartitionKey":"p"},
            {"PartitionKey":"p","RowKey":"c","B@odata.type":"Edm.Int64","B":"3","A":4.0,"D":null}]}
            """;
        var table = new RecordedTable(() => RecordingHandler.Answer(HttpStatusCode.OK, Page));

        var rows = new List<TableEntity>();
        await foreach (TableEntity row in table.Client.QueryAsync<TableEntity>(cancellationToken: Cancel))
        {
            rows.Add(row);
        }

        Assert.Equal(["a", "b", "c"], rows.Select(row => row.RowKey));
        Assert.Equal((1, 2L), (rows[0].GetInt32("A"), rows[0].GetInt64("B")));
        Assert.Equal(new ETag("W/\"1\""), rows[0].ETag);
        Assert.Equal(2017, rows[0].Timestamp!.Value.Year);
        Assert.Equal(500, rows[1].GetDateTimeOffset("C")!.Value.Millisecond);
        Assert.False(rows[1].ContainsKey("A"));
        Assert.Equal((3L, 4.0), (rows[2].GetInt64("B"), rows[2].GetDouble("A")));
        Assert.Null(rows[2]["D"]);
    }

    [Fact]
    public async Task Columns_of_a_class_are_found_in_any_order_and_unknown_ones_ignored()
    {
        const string Row = """
            {"odata.metadata":"x","renamed_column":7,"Unknown":{"a":[1]},"Big@odata.type":"Edm.Int64","Big":"9","PartitionKey":"p",
            "Text":"t","RowKey":"r","Derived":"ignored","Day":"Monday"}
            """;
        var table = new RecordedTable(() => RecordingHandler.Answer(HttpStatusCode.OK, Row));

        Probe read = await table.Client.GetEntityAsync<Probe>("p", "r", cancellationToken: Cancel);

        Assert.Equal(("p", "r", 7, 9L, "t", DayOfWeek.Monday), (read.PartitionKey, read.RowKey, read.Renamed, read.Big, read.Text, read.Day));
        Assert.Equal("default", read.Initialised);
    }

    [Fact]
    public async Task Many_threads_write_rows_without_mixing_them()
    {
        var table = new RecordedTable();
        TableClient client = table.Client;

        await Task.WhenAll(Enumerable.Range(0, 200).Select(i => Task.Run(
            () => client.AddEntityAsync(new TableEntity("p", i.ToString(CultureInfo.InvariantCulture)) { ["x"] = new string('x', i) }, Cancel),
            Cancel)));

        Assert.Equal(
            Enumerable.Range(0, 200).Select(i => $$"""{"PartitionKey":"p","RowKey":"{{i}}","x":"{{new string('x', i)}}"}""").Order(StringComparer.Ordinal),
            table.Wire.Requests.Select(request => request.Body).Order(StringComparer.Ordinal));
    }

    private static async Task<JsonElement> BodyAsync<T>(T entity)
        where T : ITableEntity
    {
        var table = new RecordedTable();
        await table.Client.AddEntityAsync(entity, Cancel);
        return JsonElement.Parse(table.Wire.Single.Body);
    }

    private sealed class Probe : ITableEntity
    {
        public string PartitionKey { get; set; } = "p";

        public string RowKey { get; set; } = "r";

        public DateTimeOffset? Timestamp { get; set; }

        public ETag ETag { get; set; }

        public string? Text { get; set; }

        public bool Flag { get; set; }

        public int Count { get; set; }

        public long Big { get; set; }

        public double Ratio { get; set; }

        public Guid Id { get; set; }

        public byte[]? Bytes { get; set; }

        public DateTimeOffset When { get; set; }

        public DayOfWeek Day { get; set; }

        public int? Nothing { get; set; }

        public string Derived => Text + "!";

        [DataMember(Name = "renamed_column")]
        public int Renamed { get; set; }

        [IgnoreDataMember]
        public string Initialised { get; set; } = "default";
    }
}
