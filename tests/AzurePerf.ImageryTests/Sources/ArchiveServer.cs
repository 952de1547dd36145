using System.Collections.Concurrent;
using System.Net;
using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace AzurePerf.ImageryTests.Sources;

/// <summary>What a server was asked.</summary>
internal sealed record SeenRequest(string Target, string? Authorization, string? Range, string? IfRange);

/// <summary>A real HTTP server on a free port of 127.0.0.1 that answers as a test says, one request after the other.</summary>
internal sealed class ArchiveServer : IAsyncDisposable
{
    private readonly WebApplication _app;
    private readonly ConcurrentQueue<SeenRequest> _seen = new();
    private readonly ConcurrentQueue<Func<HttpContext, Task>> _answers = new();
    private readonly X509Certificate2? _certificate;
    private Func<HttpContext, Task>? _last;

    private ArchiveServer(WebApplication app, X509Certificate2? certificate) => (_app, _certificate) = (app, certificate);

    public Uri Address => new(_app.Urls.Single() + "/");

    /// <summary>Host and port.</summary>
    public string Host => Address.Authority;

    public IReadOnlyList<SeenRequest> Seen => [.. _seen];

    /// <summary>Trusts the certificate of this server and no other.</summary>
    public RemoteCertificateValidationCallback Trust =>
        (_, certificate, _, _) => certificate?.GetCertHashString(HashAlgorithmName.SHA256)
            == _certificate!.GetCertHashString(HashAlgorithmName.SHA256);

    /// <param name="isSecure">Whether it speaks https, with a certificate of its own.</param>
    public static async Task<ArchiveServer> StartAsync(bool isSecure = false)
    {
        var certificate = isSecure ? NewCertificate() : null;
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseKestrelHttpsConfiguration().ConfigureKestrel(x => x.Listen(IPAddress.Loopback, 0, listen =>
        {
            if (certificate is not null) listen.UseHttps(certificate);
        }));
        var server = new ArchiveServer(builder.Build(), certificate);
        server._app.Run(server.AnswerAsync);
        await server._app.StartAsync();
        return server;
    }

    /// <summary>The answers to the next requests; the last of them to all further ones.</summary>
    public ArchiveServer Answers(params Func<HttpContext, Task>[] answers)
    {
        foreach (var answer in answers) _answers.Enqueue(answer);
        return this;
    }

    public async ValueTask DisposeAsync()
    {
        using var atOnce = new CancellationTokenSource();
        await atOnce.CancelAsync();
        await _app.StopAsync(atOnce.Token);
        await _app.DisposeAsync();
        _certificate?.Dispose();
    }

    private async Task AnswerAsync(HttpContext context)
    {
        string? Header(string name) => context.Request.Headers.TryGetValue(name, out var value) ? value.ToString() : null;
        _seen.Enqueue(new(
            context.Request.Path + context.Request.QueryString, Header("Authorization"), Header("Range"), Header("If-Range")));
        if (_answers.TryDequeue(out var next)) _last = next;
        await _last!(context);
    }

    private static X509Certificate2 NewCertificate()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=127.0.0.1", key, HashAlgorithmName.SHA256);
        using var made = request.CreateSelfSigned(DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch.AddYears(200));
        return X509CertificateLoader.LoadPkcs12(made.Export(X509ContentType.Pfx), null);
    }
}
