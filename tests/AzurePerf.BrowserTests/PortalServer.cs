using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using AzurePerf.Core.Targets;
using AzurePerf.Testing.Storage;
using AzurePerf.Web;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.AspNetCore.TestHost;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace AzurePerf.BrowserTests;

/// <summary>The portal on a real port over a control plane in memory.</summary>
internal sealed class PortalServer : WebApplicationFactory<WebOptions>
{
    private readonly (string Name, string Value)[] _settings;

    /// <param name="secure">True for HTTPS with a certificate of its own, without which no session cookie is sent.</param>
    /// <param name="settings">Beside those that every server here has.</param>
    public PortalServer(bool secure = false, params (string Name, string Value)[] settings)
    {
        _settings = settings;
        if (secure)
        {
            UseKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0, endpoint => endpoint.UseHttps(NewCertificate())));
        }
        else
        {
            UseKestrel(0);
        }
    }

    public InMemoryControlPlane Control { get; } = new(TimeProvider.System);

    public Uri Address => ClientOptions.BaseAddress;

    protected override void ConfigureWebHost(IWebHostBuilder builder)
    {
        builder.UseSetting(StorageAccounts.ControlVariable, "DefaultEndpointsProtocol=https;AccountName=control;AccountKey=a2V5");
        builder.UseSetting("Targets:Names:0", "default");
        builder.UseSetting(WebHostDefaults.ServerUrlsKey, "http://127.0.0.1:0");
        foreach (var (name, value) in _settings)
        {
            builder.UseSetting(name, value);
        }

        builder.ConfigureLogging(logs => logs.ClearProviders());
        builder.ConfigureTestServices(services => services.AddSingleton(Control.AsControlPlane()));
    }

    private static X509Certificate2 NewCertificate()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=127.0.0.1", key, HashAlgorithmName.SHA256);
        var now = TimeProvider.System.GetUtcNow();
        using var certificate = request.CreateSelfSigned(now.AddDays(-1), now.AddDays(1));
        return X509CertificateLoader.LoadPkcs12(certificate.Export(X509ContentType.Pkcs12), null);
    }
}
