using System.Globalization;
using System.Net;
using System.Security.Cryptography;
using System.Text;
using AzurePerf.Imagery.Products;
using AzurePerf.Sources.Made;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Logging;
using Microsoft.Net.Http.Headers;

namespace AzurePerf.Sources.Serving;

/// <summary>Serves made granules on 127.0.0.1 at the addresses that NASA's LAADS archive gives real ones.</summary>
public sealed class MadeServer : IAsyncDisposable
{
    private const string OfDay = "{collection:int}/{product}/{year:int:range(1,9998)}/{dayOfYear:int:range(1,366)}";
    private const string Folder = $"/archive/allData/{OfDay}";
    private const string Details = $"/api/v2/content/details/allData/{OfDay}";
    private const string Places = "/archive/geoMeta/{collection:int}/{platform}/{year:int:range(1,9998)}/{name}";

    private readonly WebApplication _host;
    private readonly MadeArchive _archive;
    private readonly MadeFiles _files;
    private readonly MadeListing _listing;
    private readonly byte[]? _tokenHash;
    private int _ended;

    private MadeServer(MadeServerSettings settings, Action<string> tell)
    {
        _archive = new MadeArchive(new(settings.Seed, settings.Coarseness));
        _files = new MadeFiles(_archive, settings.MaximalBytes);
        _listing = new MadeListing(_archive, _files);
        _tokenHash = settings.Token is { } token ? HashOf(token) : null;
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        // What it listens on is said here alone: no file and no variable of where it is started opens another address.
        ((IConfigurationBuilder)builder.Configuration).Sources.Clear();
        builder.WebHost.ConfigureKestrel(kestrel =>
        {
            kestrel.AddServerHeader = false;
            kestrel.Listen(IPAddress.Loopback, settings.Port);
        });
        _host = builder.Build();
        _host.Use(async (request, next) =>
        {
            try
            {
                await (IsAllowed(request) ? next(request) : RefuseAsync(request));
            }
            catch (Exception failure) when (!request.RequestAborted.IsCancellationRequested && !request.Response.HasStarted)
            {
                request.Response.StatusCode = StatusCodes.Status500InternalServerError;
                tell(failure.Message);
            }
            finally
            {
                tell(RequestText.Of(request));
            }
        });
        _host.MapGet($"{Folder}.json", List);
        _host.MapGet(Details, List);
        _host.MapGet(Places, SendPlaces);
        _host.MapMethods($"{Folder}/{{name}}", [HttpMethods.Get, HttpMethods.Head], SendAsync);
        _host.MapFallback("{*path}", () => NotFound(
            "There is nothing here; a day is listed at /archive/allData/61/MOD11A1/2024/025.json."));
    }

    /// <summary>Where it listens, or listened before it ended.</summary>
    public Uri Address { get; private set; } = new("http://127.0.0.1/");

    /// <summary>Begins to serve.</summary>
    /// <param name="settings">What is served, and where.</param>
    /// <param name="tell">Is told one sentence a request, which never has the token.</param>
    /// <param name="cancellationToken">Ends the wait for the start.</param>
    /// <exception cref="ArgumentOutOfRangeException">The coarseness is not allowed.</exception>
    /// <exception cref="IOException">The port is taken.</exception>
    public static async Task<MadeServer> StartAsync(MadeServerSettings settings, Action<string> tell, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(settings);
        if (!MadeServerSettings.AllowedCoarseness.Contains(settings.Coarseness))
            throw new ArgumentOutOfRangeException(nameof(settings), "The coarseness is not one of those that are allowed.");
        var server = new MadeServer(settings, tell);
        try
        {
            await server._host.StartAsync(cancellationToken);
            server.Address = new(server._host.Urls.Single());
            return server;
        }
        catch
        {
            await server.DisposeAsync();
            throw;
        }
    }

    /// <summary>Ends requests, once: another call returns at once.</summary>
    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _ended, 1) == 1)
            return;
        await _host.StopAsync(new CancellationToken(canceled: true));
        await _host.DisposeAsync();
        await _files.DisposeAsync();
    }

    private IResult List(HttpContext request, int collection, string product, int year, int dayOfYear)
    {
        if (Missing(collection, product, year, dayOfYear, out var found, out var day) is { } missing)
            return NotFound(missing);
        var folder = string.Create(CultureInfo.InvariantCulture,
            $"{request.Request.Scheme}://{request.Request.Host}/archive/allData/{collection}/{product}/{year:0000}/{dayOfYear:000}");
        return Results.Text(_listing.Of(found!, day, folder).ToJsonString(), "application/json");
    }

    private async Task<IResult> SendAsync(HttpContext request, int collection, string product, int year, int dayOfYear, string name)
    {
        if (Missing(collection, product, year, dayOfYear, out _, out var day) is { } missing)
            return NotFound(missing);
        if (_archive.Parse(name) is not { } granule || granule.Product != product || granule.Day != day)
            return NotFound($"No file of {product} is called so on that day; its listing has the names.");
        var bytes = await _files.ReadAsync(granule, name, request.RequestAborted);
        return Results.Bytes(bytes, "application/x-hdf", lastModified: _archive.MadeAt(day),
            entityTag: new EntityTagHeaderValue($"\"{_files.Known(name)!.Md5}\""), enableRangeProcessing: true);
    }

    private IResult SendPlaces(int collection, string platform, int year, string name)
    {
        var product = MadeArchive.Find(platform == "TERRA" ? "MOD03" : "MYD03")!;
        var pattern = $"'{product.Id}_'yyyy-MM-dd'.txt'";
        if (!DateOnly.TryParseExact(name, pattern, CultureInfo.InvariantCulture, DateTimeStyles.None, out var day)
            || platform is not ("TERRA" or "AQUA") || day.Year != year)
        {
            return NotFound("Places are below TERRA and AQUA, such as /archive/geoMeta/61/TERRA/2024/MOD03_2024-01-25.txt.");
        }

        return Missing(collection, product.Id, year, day.DayOfYear, out _, out _) is { } missing
            ? NotFound(missing)
            : Results.Text(MadePlaces.Text(_archive, product, day), "text/plain");
    }

    private static string? Missing(int collection, string id, int year, int dayOfYear, out ImageProduct? product, out DateOnly day)
    {
        (product, day) = (MadeArchive.Find(id), new DateOnly(year, 1, 1).AddDays(dayOfYear - 1));
        return collection != MadeArchive.Collection ? $"Only collection {MadeArchive.Collection} is made."
            : product is null ? "No product of this name is made."
            : day.Year != year || !product.IsDay(day) ? string.Create(CultureInfo.InvariantCulture,
                $"{product.Id} has no granules of day {dayOfYear} of {year}.")
            : null;
    }

    private bool IsAllowed(HttpContext request)
    {
        const string scheme = "Bearer ";
        var shown = request.Request.Headers.Authorization.ToString();
        return _tokenHash is null
            || (shown.StartsWith(scheme, StringComparison.OrdinalIgnoreCase)
                && CryptographicOperations.FixedTimeEquals(HashOf(shown[scheme.Length..].Trim()), _tokenHash));
    }

    private static Task RefuseAsync(HttpContext request)
    {
        request.Response.Headers.WWWAuthenticate = "Bearer";
        return Results.Text("The bearer token is missing or wrong.", statusCode: StatusCodes.Status401Unauthorized).ExecuteAsync(request);
    }

    private static IResult NotFound(string sentence) => Results.Text(sentence, statusCode: StatusCodes.Status404NotFound);

    private static byte[] HashOf(string token) => SHA256.HashData(Encoding.UTF8.GetBytes(token));
}
