using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Numerics;
using System.Text.RegularExpressions;
using AzurePerf.Imagery.GeoTiff;
using AzurePerf.Imagery.Products;
using AzurePerf.ProcessTests.Deployment;
using AzurePerf.Testing.Network;

namespace AzurePerf.ProcessTests.Documents;

/// <summary>
/// docs/how-to/vegetation-index.md as a stranger follows it: its commands are typed as they stand there, into two terminals. Where the
/// document has readers set their own values, the test sets its own: a free port, its mail server, and two days instead of July.
/// </summary>
public sealed partial class VegetationIndexTests(ITestOutputHelper output) : IAsyncDisposable
{
    private const string Document = "docs/how-to/vegetation-index.md";
    private const string Days = "2";
    private const string Address = "ann@example.com";

    private static readonly byte[] PngSignature = [0x89, (byte)'P', (byte)'N', (byte)'G', 0x0d, 0x0a, 0x1a, 0x0a];
    private static readonly TimeSpan MailLimit = TimeSpan.FromSeconds(60);

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("azureperf-document-");
    private readonly ScriptedSmtpServer _mailServer = new() { OffersStartTls = false };
    private readonly int _port = FreePort();
    private readonly Dictionary<string, DocumentTerminal> _terminals = [];

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    /// <summary>The clone, which gets the files that the document makes.</summary>
    private string Clone => Path.Combine(_folder.FullName, "clone");

    public async ValueTask DisposeAsync()
    {
        foreach (var terminal in _terminals.Values.Reverse())
        {
            await terminal.DisposeAsync();
        }

        await _mailServer.DisposeAsync();
        _folder.Delete(recursive: true);
    }

    [Fact]
    public async Task A_stranger_who_follows_it_word_by_word_gets_picture_GeoTIFF_and_one_mail()
    {
        Assert.SkipUnless(Has("cc"), "gcc is not installed: apt-get install gcc libc6-dev");
        OpenTerminals();
        foreach (var block in CommandBlock.ReadAll(Document))
        {
            foreach (var terminal in block.Terminals)
            {
                await TypeAsync(_terminals[terminal], block);
            }
        }

        output.WriteLine(_terminals[CommandBlock.Second].Said);
        var july = Path.Combine(Clone, "july");
        CheckPictures(july);
        CheckGeoTiffs(july);
        Assert.Matches(@"\Atile,cells,mean,min,max\n(h\d\dv\d\d,[1-9][0-9]*,0?\.?-?[0-9.]+,[0-9.-]+,[0-9.-]+\n)+\z", await File.ReadAllTextAsync(One(july, "ndvi.csv"), Cancelled));
        await CheckIndexAsync(One(july, "ndvi.csv"));
        await CheckMailAsync();
    }

    /// <summary>Dark and bright is what the document promises of the picture.</summary>
    private static async Task CheckIndexAsync(string csv) => Assert.All((await File.ReadAllLinesAsync(csv, Cancelled)).Skip(1), line =>
    {
        var (least, most) = (Number(line, 3), Number(line, 4));
        Assert.True(most - least > 0.4, line);

        static double Number(string line, int place) => double.Parse(line.Split(',')[place], CultureInfo.InvariantCulture);
    });

    private void OpenTerminals()
    {
        // Programs have a user of their own and must come through.
        File.SetUnixFileMode(_folder.FullName, (UnixFileMode)0b111_101_101);
        MakeClone();
        Dictionary<string, string> environment = new()
        {
            ["PATH"] = $"{MakeDotnet()}:{Environment.GetEnvironmentVariable("PATH")}",
            ["TMPDIR"] = _folder.CreateSubdirectory("tmp").FullName,
            ["Worker__SourceDirectory"] = Path.Combine(_folder.FullName, "sources"),
            ["Programs__Directory"] = Path.Combine(_folder.FullName, "programs"),
            ["Engine__Heartbeat"] = "00:00:01",
        };
        if (Environment.IsPrivilegedProcess)
        {
            // Workers of other tests have the first users.
            environment["Programs__FirstUser"] = "80000";
        }

        foreach (var name in new[] { CommandBlock.First, CommandBlock.Second })
        {
            _terminals[name] = DocumentTerminal.Open(Clone, environment);
        }
    }

    private async Task TypeAsync(DocumentTerminal terminal, CommandBlock block)
    {
        if (block.Until.Length > 0)
        {
            await terminal.RunUntilAsync(block.Text, block.Until);
            return;
        }

        await terminal.RunAsync(block.Text);
        if (block.IsYours)
        {
            var own = string.Create(CultureInfo.InvariantCulture, $"port={_port}\ndays={Days}\nmail={Address}\nmail_server=smtp://127.0.0.1:{_mailServer.Port}\n");
            Assert.Equal(NamesOf(own), NamesOf(block.Text));
            await terminal.RunAsync(own);
        }
    }

    private static void CheckPictures(string folder)
    {
        foreach (var name in new[] { "picture.png", "ndvi.png" })
        {
            Assert.All(Files(folder, name), path => Assert.Equal(PngSignature, File.ReadAllBytes(path)[..PngSignature.Length]));
        }
    }

    /// <summary>Of each data set a picture's values, and images of the period: all hold reflectances.</summary>
    private static void CheckGeoTiffs(string folder)
    {
        var periods = Directory.GetFiles(Path.Combine(folder, "periods"), "*.tif").Where(path => !path.EndsWith(".days.tif", StringComparison.Ordinal)).ToArray();
        Assert.Contains(periods, path => path.Contains("sur_refl_b01_1", StringComparison.Ordinal));
        Assert.Contains(periods, path => path.Contains("sur_refl_b02_1", StringComparison.Ordinal));
        foreach (var path in Files(folder, "picture.tif").Concat(periods))
        {
            var (values, tags) = Read(File.ReadAllBytes(path));
            Assert.True(tags.OfMadeGranules, path);
            Assert.Contains(values, value => (value * tags.Scale) + tags.Offset is > 0 and < 1);
        }
    }

    private static (IEnumerable<double> Values, ProductTags Tags) Read(byte[] geoTiff)
    {
        return GeoTiffReader.NumberTypeOf(new MemoryStream(geoTiff)) switch
        {
            NumberType.Int16 => Of<short>(),
            NumberType.UInt16 => Of<ushort>(),
            NumberType.Float32 => Of<float>(),
            var other => throw new InvalidDataException($"reflectances as {other}"),
        };

        (IEnumerable<double>, ProductTags) Of<T>()
            where T : unmanaged, INumber<T>
        {
            var (raster, tags) = GeoTiffReader.Read<T>(new MemoryStream(geoTiff));
            return (raster.Values.Select(double.CreateChecked), tags);
        }
    }

    private async Task CheckMailAsync()
    {
        var started = TimeProvider.System.GetTimestamp();
        while (_mailServer.Mails.Count == 0)
        {
            Assert.True(TimeProvider.System.GetElapsedTime(started) < MailLimit, $"no mail came within {MailLimit.TotalSeconds:0} s");
            await Task.Delay(TimeSpan.FromMilliseconds(100), TimeProvider.System, Cancelled);
        }

        var mail = _mailServer.Mails[0];
        Assert.Contains($"To: {Address}\n", mail, StringComparison.Ordinal);
        Assert.Matches(@"(?m)^Subject: Images of MOD09GA: ([1-9][0-9]*) of \1 results made$", mail);
        var picture = PicturePart().Match(mail);
        Assert.True(picture.Success, "the mail has no picture");
        Assert.Equal(PngSignature, Convert.FromBase64String(picture.Groups["base64"].Value.Trim().ReplaceLineEndings(""))[..PngSignature.Length]);
        var link = Link().Match(Unfolded(mail)).Value;
        Assert.StartsWith(string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{_port}/shared/azs_"), link, StringComparison.Ordinal);
        using var http = new HttpClient(new SocketsHttpHandler { UseProxy = false });
        using var page = await http.GetAsync(new Uri(link), Cancelled);
        Assert.Equal(HttpStatusCode.OK, page.StatusCode);

        // The TaskManager has ended before the mails are counted.
        await _terminals[CommandBlock.First].DisposeAsync();
        _terminals.Remove(CommandBlock.First);
        Assert.Single(_mailServer.Mails);
    }

    /// <summary>Without the line breaks that mail puts into long lines of text.</summary>
    private static string Unfolded(string mail) => mail.Replace("=\n", "", StringComparison.Ordinal);

    /// <summary>Links to all that is in the repository, next to which the document makes its files.</summary>
    private void MakeClone()
    {
        Directory.CreateDirectory(Clone);
        foreach (var path in Directory.EnumerateFileSystemEntries(DotnetCommand.Repository).Where(path => Path.GetFileName(path) != ".git"))
        {
            File.CreateSymbolicLink(Path.Combine(Clone, Path.GetFileName(path)), path);
        }
    }

    /// <summary>A dotnet that runs what the build of these tests has built: another build under running tests would change the files that they use.</summary>
    private string MakeDotnet()
    {
        var folder = _folder.CreateSubdirectory("bin").FullName;
        var path = Path.Combine(folder, "dotnet");
        var real = Environment.GetEnvironmentVariable("PATH")!.Split(':').Select(place => Path.Combine(place, "dotnet")).FirstOrDefault(File.Exists);
        Assert.SkipWhen(real is null, "the dotnet command is not installed");
        File.WriteAllText(path, $"""
            #!/bin/sh
            case $1 in
                run) shift; exec '{real}' run --no-build --configuration {DotnetCommand.Configuration} "$@" ;;
                *) exec '{real}' "$@" ;;
            esac

            """.ReplaceLineEndings("\n"));
        File.SetUnixFileMode(path, (UnixFileMode)0b111_101_101);
        return folder;
    }

    private static IEnumerable<string> NamesOf(string assignments) => assignments.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line.Split('=')[0]);

    private static string One(string folder, string name) => Assert.Single(Files(folder, name));

    private static string[] Files(string folder, string name)
    {
        var found = Directory.GetFiles(folder, name, SearchOption.AllDirectories);
        Assert.NotEmpty(found);
        return found;
    }

    private static bool Has(string program) => Environment.GetEnvironmentVariable("PATH")!.Split(':').Any(place => File.Exists(Path.Combine(place, program)));

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }

    [GeneratedRegex(@"^Content-Type: image/png.*?\n\n(?<base64>[A-Za-z0-9+/=\n]+)--", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex PicturePart();

    [GeneratedRegex(@"http://[^\s""]+/shared/azs_[a-z2-7]{52}")]
    private static partial Regex Link();
}
