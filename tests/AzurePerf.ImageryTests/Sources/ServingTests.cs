using System.Diagnostics.CodeAnalysis;
using System.Net;
using System.Net.Http.Headers;
using System.Security.Cryptography;
using System.Text.Json.Nodes;
using System.Threading.Channels;
using AzurePerf.Imagery.Hdf4;
using AzurePerf.Sources.Serving;
using Xunit;

namespace AzurePerf.ImageryTests.Sources;

public sealed class ServingTests : IAsyncDisposable
{
    private const string Day = "archive/allData/61/MOD07_L2/2024/025";
    private readonly HttpClient _client = new(new SocketsHttpHandler { UseProxy = false });
    private readonly Channel<string> _told = Channel.CreateUnbounded<string>();
    private MadeServer? _server;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public async ValueTask DisposeAsync()
    {
        _client.Dispose();
        if (_server is not null)
            await _server.DisposeAsync();
    }

    [Fact]
    public async Task A_listing_leads_to_files_and_says_size_and_sum_of_those_that_were_made()
    {
        await StartAsync(new(Coarseness: 20));
        var before = await ListAsync(Day);
        Assert.Equal(288, before.Count);
        Assert.All(before, entry => Assert.Null(entry!["size"]));

        var bytes = await _client.GetByteArrayAsync((string)before[3]!["downloadsLink"]!, Cancelled);

        Assert.NotNull(Hdf4File.Open(bytes).DataSet("Total_Ozone"));
        var after = await ListAsync(Day);
        Assert.Equal([3], after.Select((entry, at) => entry!["md5sum"] is null ? -1 : at).Where(at => at >= 0));
        var made = after[3]!;
        Assert.Equal((bytes.Length, Md5(bytes)), ((int)made["size"]!, (string)made["md5sum"]!));
        Assert.Equal("2024-01-26 00:02", (string)made["last-modified"]!);
        var told = await ToldAsync(3);
        Assert.StartsWith($"/{Day}.json: sent, ", told[0], StringComparison.Ordinal);
        Assert.Equal($"{made["name"]}: sent, {bytes.Length:N0} bytes", told[1]);
    }

    [Fact]
    public async Task A_broken_download_resumes_where_it_ended_and_a_wrong_range_or_tag_does_not()
    {
        await StartAsync(new(Coarseness: 20));
        var file = (string)(await ListAsync(Day))[100]!["downloadsLink"]!;
        using var whole = await _client.GetAsync(file, Cancelled);
        var bytes = await whole.Content.ReadAsByteArrayAsync(Cancelled);
        var tag = whole.Headers.ETag!;
        Assert.Equal($"\"{Md5(bytes)}\"", tag.Tag);

        var rest = await RangeAsync(file, 1000, tag);
        Assert.Equal((HttpStatusCode.PartialContent, Md5(bytes[1000..])), (rest.Code, Md5(rest.Bytes)));
        var other = await RangeAsync(file, 1000, new("\"other\""));
        Assert.Equal((HttpStatusCode.OK, bytes.Length), (other.Code, other.Bytes.Length));
        Assert.Equal(HttpStatusCode.RequestedRangeNotSatisfiable, (await RangeAsync(file, bytes.Length, tag)).Code);
    }

    [Theory]
    [InlineData("archive/allData/61/MOD99/2024/025.json", "No product of this name is made.")]
    [InlineData("archive/allData/6/MOD07_L2/2024/025.json", "Only collection 61 is made.")]
    [InlineData("archive/allData/61/MOD07_L2/2023/366.json", "MOD07_L2 has no granules of day 366 of 2023.")]
    [InlineData("archive/allData/61/MOD07_L2/1999/001.json", "MOD07_L2 has no granules of day 1 of 1999.")]
    [InlineData("archive/allData/61/MOD07_L2/2024/025/x.hdf", "No file of MOD07_L2 is called so on that day; its listing has the names.")]
    [InlineData("archive/allData/61/MOD07_L2/2024/025/MOD07_L2.A2024026.0000.061.2024027000000.hdf", "No file of MOD07_L2 is called so on that day; its listing has the names.")]
    [InlineData("archive/allData/61/MOD07_L2/2024/400.json", "There is nothing here; a day is listed at /archive/allData/61/MOD11A1/2024/025.json.")]
    [InlineData("x", "There is nothing here; a day is listed at /archive/allData/61/MOD11A1/2024/025.json.")]
    public async Task What_is_not_there_is_said_in_one_sentence(string path, string sentence)
    {
        await StartAsync(new(Coarseness: 20));
        using var answer = await _client.GetAsync(path, Cancelled);

        Assert.Equal((HttpStatusCode.NotFound, sentence), (answer.StatusCode, await answer.Content.ReadAsStringAsync(Cancelled)));
        Assert.EndsWith($"{path.Split('/')[^1]}: not found", Assert.Single(await ToldAsync(1)), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_token_is_asked_for_and_never_told()
    {
        await StartAsync(new(Coarseness: 20, Token: "right"));
        foreach (var (token, code) in new[] { (null, HttpStatusCode.Unauthorized), ("wrong", HttpStatusCode.Unauthorized), ("right", HttpStatusCode.OK) })
        {
            _client.DefaultRequestHeaders.Authorization = token is null ? null : new("Bearer", token);
            using var answer = await _client.GetAsync($"{Day}/MOD07_L2.A2024025.0000.061.2024026000201.hdf", Cancelled);
            Assert.Equal(code, answer.StatusCode);
        }

        var told = await ToldAsync(3);
        Assert.EndsWith("refused, token missing or wrong", told[1], StringComparison.Ordinal);
        Assert.DoesNotContain(told, line => line.Contains("right", StringComparison.Ordinal) || line.Contains("Bearer", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Files_over_the_limit_go_and_are_made_again_the_same_and_no_folder_is_needed()
    {
        var before = Folders();
        await StartAsync(new(Coarseness: 20, MaximalBytes: 1));
        string Name(int hour) => $"{Day}/MOD07_L2.A2024025.{hour:00}00.061.2024026000201.hdf";

        var first = await _client.GetByteArrayAsync(Name(1), Cancelled);
        await _client.GetByteArrayAsync(Name(2), Cancelled);
        Assert.Equal(first, await _client.GetByteArrayAsync(Name(1), Cancelled));

        Assert.Equal(before, Folders());
    }

    [Fact]
    public async Task The_listing_is_found_where_nasas_clients_ask_for_it_too()
    {
        await StartAsync(new(Coarseness: 20));

        Assert.Equal(
            await _client.GetStringAsync($"{Day}.json", Cancelled),
            await _client.GetStringAsync("api/v2/content/details/allData/61/MOD07_L2/2024/25?fields=all&formats=json", Cancelled));
    }

    [Fact]
    public async Task The_places_of_a_day_have_the_shape_of_nasas()
    {
        await StartAsync(new(Coarseness: 20));
        var lines = (await _client.GetStringAsync("archive/geoMeta/61/AQUA/2024/MYD03_2024-01-25.txt", Cancelled)).Split('\n');

        Assert.Equal(292, lines.Length);
        Assert.Equal("# GranuleID,StartDateTime,ArchiveSet,OrbitNumber,DayNightFlag,EastBoundingCoord,NorthBoundingCoord,SouthBoundingCoord,WestBoundingCoord,"
            + "GRingLongitude1,GRingLongitude2,GRingLongitude3,GRingLongitude4,GRingLatitude1,GRingLatitude2,GRingLatitude3,GRingLatitude4", lines[2]);
        Assert.Matches(@"^MYD03\.A2024025\.0005\.061\.2024026000201\.hdf,2024-01-25 00:05,61,[0-9]+,[DNB](,-?[0-9]+(\.[0-9]{1,6})?){12}\z", lines[4]);
        Assert.Equal("", lines[^1]);
    }

    [Theory]
    [InlineData("archive/geoMeta/61/TERRA/2024/MYD03_2024-01-25.txt", "Places are below TERRA and AQUA, such as /archive/geoMeta/61/TERRA/2024/MOD03_2024-01-25.txt.")]
    [InlineData("archive/geoMeta/61/TERRA/2023/MOD03_2024-01-25.txt", "Places are below TERRA and AQUA, such as /archive/geoMeta/61/TERRA/2024/MOD03_2024-01-25.txt.")]
    [InlineData("archive/geoMeta/61/VIIRS/2024/MYD03_2024-01-25.txt", "Places are below TERRA and AQUA, such as /archive/geoMeta/61/TERRA/2024/MOD03_2024-01-25.txt.")]
    [InlineData("archive/geoMeta/6/TERRA/2024/MOD03_2024-01-25.txt", "Only collection 61 is made.")]
    [InlineData("archive/geoMeta/61/TERRA/1999/MOD03_1999-01-25.txt", "MOD03 has no granules of day 25 of 1999.")]
    public async Task Places_that_are_not_there_are_said_in_one_sentence(string path, string sentence)
    {
        await StartAsync(new(Coarseness: 20));
        using var answer = await _client.GetAsync(path, Cancelled);

        Assert.Equal((HttpStatusCode.NotFound, sentence), (answer.StatusCode, await answer.Content.ReadAsStringAsync(Cancelled)));
    }

    [Fact]
    public async Task What_has_ended_can_be_ended_again()
    {
        await StartAsync(new(Coarseness: 20));
        await _server!.DisposeAsync();

        var again = _server.DisposeAsync().AsTask();
        Assert.True(again.IsCompleted);
        await again;
        await Assert.ThrowsAsync<HttpRequestException>(() => _client.GetAsync(new Uri(_server.Address, $"{Day}.json"), Cancelled));
    }

    private static string[] Folders() => Directory.GetDirectories(Path.GetTempPath(), "azureperf-made-*");

    [SuppressMessage("Security", "CA5351", Justification = "What the listing has.")]
    private static string Md5(byte[] bytes) => Convert.ToHexStringLower(MD5.HashData(bytes));

    private async Task StartAsync(MadeServerSettings settings)
    {
        _server = await MadeServer.StartAsync(settings, line => _told.Writer.TryWrite(line), Cancelled);
        _client.BaseAddress = _server.Address;
    }

    // A request is told of when it has ended, which may be after its answer came.
    private async Task<List<string>> ToldAsync(int count)
    {
        var told = new List<string>();
        while (told.Count < count)
            told.Add(await _told.Reader.ReadAsync(Cancelled));
        return told;
    }

    private async Task<JsonArray> ListAsync(string day) => JsonNode.Parse(await _client.GetStringAsync($"{day}.json", Cancelled))!["content"]!.AsArray();

    private async Task<(HttpStatusCode Code, byte[] Bytes)> RangeAsync(string file, long from, EntityTagHeaderValue tag)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, file);
        (request.Headers.Range, request.Headers.IfRange) = (new(from, null), new(tag));
        using var answer = await _client.SendAsync(request, Cancelled);
        return (answer.StatusCode, await answer.Content.ReadAsByteArrayAsync(Cancelled));
    }
}
