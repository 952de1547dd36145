using System.Xml.Linq;
using AzurePerf.Hosting.Settings;
using AzurePerf.Storage.Access;
using Microsoft.AspNetCore.DataProtection.KeyManagement;
using Microsoft.AspNetCore.DataProtection.Repositories;
using Microsoft.AspNetCore.HttpOverrides;
using Microsoft.Extensions.Options;

namespace AzurePerf.Web.Access;

/// <summary>Who may do what: who calls, what is asked for, what is written down.</summary>
internal static class AccessSetup
{
    public static void AddAccess(this WebApplicationBuilder builder)
    {
        builder.AddHostOptions<AccessOptions>(AccessOptions.Section);
        var services = builder.Services;
        services.AddSingleton<KeyList>();
        services.AddSingleton<KeyChecks>();
        services.AddSingleton<EndedSessions>();
        services.AddSingleton<Stay>();
        services.AddSingleton<FactsReader>();
        services.AddSingleton<PlatformProxy>();
        services.AddSingleton<IProxyCheck>(provider => new ProxyCheck(
            AccessModeSetting.PublicAddress(provider.GetRequiredService<IConfiguration>()),
            new SocketsHttpHandler { UseProxy = false, UseCookies = false, AllowAutoRedirect = false },
            provider.GetRequiredService<ILogger<ProxyCheck>>()));
        services.AddSingleton<Ownership>();
        services.AddSingleton<AuditTrail>();
        services.AddSingleton<RefusalLog>();
        services.AddSingleton<Refusals>();
        services.AddSessionCookie();
        services.AddRequestLimits();
        services.AddDataProtection();
        services.AddSingleton<IConfigureOptions<KeyManagementOptions>, FormKeys>();
        // It warns that its keys are not encrypted where they are stored: whoever reads the control account can do more than forge a
        // cookie.
        builder.Logging.AddFilter("Microsoft.AspNetCore.DataProtection", LogLevel.Error);
        // It logs an error for each cookie of a form that it cannot read, which anybody may send; a form that does not hold is answered
        // 400.
        builder.Logging.AddFilter("Microsoft.AspNetCore.Antiforgery", LogLevel.None);
        services.AddOptions<ForwardedHeadersOptions>().Configure<AccessOptions>(Trust);
    }

    /// <summary>Lets callers in or refuses them, and counts what they ask for. Comes after routing.</summary>
    public static void UseAccess(this WebApplication app)
    {
        app.UseMiddleware<CallerCheck>();
        app.UseRateLimiter();
        app.UseMiddleware<AccessGate>();
    }

    public static void MapAccess(this IEndpointRouteBuilder api)
    {
        api.MapKeys();
        api.MapAudit();
        api.MapLimits();
    }

    /// <summary>Believes what the nearest proxy says, and nothing that was there before it.</summary>
    private static void Trust(ForwardedHeadersOptions forwarded, AccessOptions access)
    {
        if (access.BelievesProxy)
        {
            forwarded.ForwardedHeaders = ForwardedHeaders.XForwardedFor | ForwardedHeaders.XForwardedProto;
            forwarded.ForwardLimit = 1;
            forwarded.KnownIPNetworks.Clear();
            forwarded.KnownProxies.Clear();
        }
        else
        {
            forwarded.ForwardedHeaders = ForwardedHeaders.None;
        }
    }
}

/// <summary>Keeps what signs cookies and forms in the control account: a host that starts anew, or another one, knows the forms that are
/// open.</summary>
internal sealed class FormKeys(FormKeyStore stored) : IXmlRepository, IConfigureOptions<KeyManagementOptions>
{
    public void Configure(KeyManagementOptions options) => options.XmlRepository = this;

    // The framework asks seldom, at the first form and once a day, and in this way only.
    public IReadOnlyCollection<XElement> GetAllElements() =>
        [.. stored.ListAsync(CancellationToken.None).ToBlockingEnumerable().Select(xml => XElement.Parse(xml))];

    public void StoreElement(XElement element, string friendlyName) =>
        stored.AddAsync(friendlyName, element.ToString(SaveOptions.DisableFormatting), CancellationToken.None).GetAwaiter().GetResult();
}
