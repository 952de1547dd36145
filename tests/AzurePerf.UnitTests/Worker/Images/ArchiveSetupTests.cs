using AzurePerf.Hosting.Settings;
using AzurePerf.Imagery.Products;
using AzurePerf.Sources;
using AzurePerf.Sources.Https;
using AzurePerf.Sources.Serving;
using AzurePerf.Worker.Images;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace AzurePerf.UnitTests.Worker.Images;

public sealed class ArchiveSetupTests : IDisposable
{
    private const string Address = "https://archive.example.org/root";
    private readonly string _file = Path.GetTempFileName();

    public static TheoryData<string, string, string> Faults => new()
    {
        { "BaseAddress", "archive.example.org", "must be an absolute https address, or http of a loopback address" },
        { "BaseAddress", "https://", "must be an absolute https address, or http of a loopback address" },
        { "BaseAddress", "http://archive.example.org", "must be an absolute https address, or http of a loopback address" },
        { "BaseAddress", "https://me:word@archive.example.org", "must have no user, query or fragment: the token is given apart" },
        { "ListingPath", "{product}/{collection}/{year}", "must contain {day}" },
        { "FilePath", "{product}/{collection}/{year}/{day}/{name}?a", "must be a path below BaseAddress, without a leading slash, \"..\", spaces or a fragment and without a query" },
        { "PlacesPath", "{platform}/{product}/{collection}/{year}/{day}", "must not contain {day}: only {product}, {platform}, {collection}, {year}, {date} are filled in" },
        { "RedirectHosts:0", "https://data.example.org", "must be hosts such as data.example.org or data.example.org:8443" },
        { "MostFileBytes", "0", "must be at least 1" },
        { "MostListingBytes", "268435457", "must be from 1 to 268435456" },
        { "MostAttempts", "21", "must be from 1 to 20" },
        { "ProgressLimit", "00:10:01", "must be from 1 second to 10 minutes" },
        { "LongestWait", "01:00:01", "must be from 1 second to 1 hour" },
        { "Collection", "1000", "must be between 1 and 999" },
        { "Token", "two words", "must be 1 to 8192 letters, digits and -._~+/=" },
        { "TokenFile", "/none/token.txt", "is /none/token.txt, which cannot be read: Could not find a part of the path '/none/token.txt'" },
    };

    public void Dispose() => File.Delete(_file);

    [Theory]
    [MemberData(nameof(Faults))]
    public void A_wrong_setting_is_one_sentence_that_begins_with_its_name(string name, string value, string fault)
    {
        var reading = Read([("BaseAddress", Address), (name, value)]);

        Assert.Equal([$"Archive:{name.Split(':')[0]} {fault}"], reading.Group.Faults);
    }

    [Fact]
    public void Without_an_archive_the_other_settings_are_checked_all_the_same() =>
        Assert.Equal(["Archive:MostAttempts must be from 1 to 20"], Read([("MostAttempts", "0")]).Group.Faults);

    [Fact]
    public void An_address_is_enough_because_the_rest_is_as_in_nasas_archive()
    {
        var options = Read([("BaseAddress", Address)]).Value;

        Assert.Equal(new ArchiveSettings { BaseAddress = new(Address) }, options.Settings with { RedirectHosts = new ArchiveSettings { BaseAddress = new(Address) }.RedirectHosts });
        Assert.Equal(61, options.Collection);
        Assert.Null(options.ReadToken());
    }

    [Fact]
    public void A_token_comes_from_a_file_or_the_environment_and_is_never_shown()
    {
        File.WriteAllText(_file, "s3cr3t\n");
        var fromFile = Read([("BaseAddress", Address), ("TokenFile", _file)]);
        var given = Read([("BaseAddress", Address), ("Token", "s3cr3t")]);

        Assert.NotNull(fromFile.Value.ReadToken());
        Assert.NotNull(given.Value.ReadToken());
        Assert.Contains("Archive:Token=(set)", given.Group.Effective);
        Assert.DoesNotContain(fromFile.Group.Effective.Concat(given.Group.Effective), line => line.Contains("s3cr3t", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_token_in_the_environment_may_end_with_a_line_break_as_one_in_a_file_may()
    {
        Assert.Empty(Read([("BaseAddress", Address), ("Token", "s3cr3t\n")]).Group.Faults);
        await using var server = await MadeServer.StartAsync(new(Coarseness: 20, Token: "s3cr3t"), _ => { }, TestContext.Current.CancellationToken);
        await using var host = HostWith(("Archive:BaseAddress", server.Address.AbsoluteUri), ("Archive:Token", "s3cr3t\r\n"));

        Assert.NotEmpty(await host.Services.GetRequiredService<IGranuleArchive>().ListAsync(new("MOD07_L2", 61, new(2024, 1, 25)), TestContext.Current.CancellationToken));
    }

    [Fact]
    public void A_token_is_given_once()
    {
        File.WriteAllText(_file, "s3cr3t");

        Assert.Equal(["Archive:TokenFile cannot be set together with Archive:Token"], Read([("TokenFile", _file), ("Token", "s3cr3t")]).Group.Faults);
    }

    [Fact]
    public void A_file_that_has_no_token_or_that_everybody_can_read_is_refused_without_what_it_has()
    {
        File.WriteAllText(_file, "no token");
        Assert.Equal([$"Archive:TokenFile is {_file}, which must have 1 to 8192 letters, digits and -._~+/="], Read([("TokenFile", _file)]).Group.Faults);

        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(_file, UnixFileMode.UserRead | UnixFileMode.OtherRead);
            Assert.Equal([$"Archive:TokenFile is {_file}, which everybody on this machine can read or change: run chmod 600 on it"], Read([("TokenFile", _file)]).Group.Faults);
        }
    }

    [Fact]
    public async Task A_host_fetches_from_the_archive_of_its_settings()
    {
        File.WriteAllText(_file, "s3cr3t");
        await using var server = await MadeServer.StartAsync(new(Coarseness: 20, Token: "s3cr3t"), _ => { }, TestContext.Current.CancellationToken);
        await using var host = HostWith(("Archive:BaseAddress", server.Address.AbsoluteUri), ("Archive:TokenFile", _file));
        var archive = host.Services.GetRequiredService<IGranuleArchive>();

        var file = (await archive.ListAsync(new("MOD07_L2", 61, new(2024, 1, 25)), TestContext.Current.CancellationToken))[7];
        using var content = new MemoryStream();
        await archive.FetchAsync(file, new(content), TestContext.Current.CancellationToken);

        Assert.Equal([0x0E, 0x03, 0x13, 0x01], content.ToArray()[..4]);
        Assert.Equal(288, (await archive.PlacesAsync(Platform.Aqua, 61, new(2024, 1, 25), TestContext.Current.CancellationToken)).Count);
    }

    [Fact]
    public async Task A_host_without_an_archive_says_what_to_set()
    {
        await using var host = HostWith();
        var archive = host.Services.GetRequiredService<IGranuleArchive>();
        var folder = new ArchiveFolder("MOD07_L2", 61, new(2024, 1, 25));
        var file = new ArchiveFile("x", GranuleName.OfSwath("MOD07_L2", folder.Day, new(0, 0), 61), null, null, null);
        using var content = new MemoryStream();

        foreach (var asking in new Func<Task>[]
        {
            () => archive.ListAsync(folder, TestContext.Current.CancellationToken),
            () => archive.PlacesAsync(Platform.Terra, 61, folder.Day, TestContext.Current.CancellationToken),
            () => archive.FetchAsync(file, new(content), TestContext.Current.CancellationToken),
        })
        {
            var failure = await Assert.ThrowsAsync<SourceException>(asking);
            Assert.Equal((SourceCause.NotSet, "No archive of satellite images is set: give Archive:BaseAddress its address."), (failure.Cause, failure.Message));
        }
    }

    private static OptionsReader<ArchiveOptions> Read(IEnumerable<(string Name, string Value)> settings) => new(new ConfigurationBuilder()
        .AddInMemoryCollection(settings.Reverse().DistinctBy(setting => setting.Name).Select(setting => KeyValuePair.Create<string, string?>($"Archive:{setting.Name}", setting.Value)))
        .Build().GetSection("Archive"));

    private static WebApplication HostWith(params (string Name, string Value)[] settings)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Configuration.AddInMemoryCollection(settings.Select(setting => KeyValuePair.Create<string, string?>(setting.Name, setting.Value)));
        builder.Services.AddSingleton(TimeProvider.System);
        builder.AddArchive();
        return builder.Build();
    }
}
