using Microsoft.AspNetCore.DataProtection;
using Microsoft.Extensions.FileProviders;

namespace AzurePerf.Web.Portal;

/// <summary>The pages: made on the server, complete without scripts.</summary>
internal static class PortalSetup
{
    public static void AddPortal(this IServiceCollection services)
    {
        // One process on one machine, so that keys need not outlive it; a form opened before a restart says that it is too old.
        services.AddDataProtection().UseEphemeralDataProtectionProvider();
        services.AddAntiforgery(forms =>
        {
            forms.Cookie.Name = "azureperf-form";
            forms.Cookie.SameSite = SameSiteMode.Strict;
            forms.FormFieldName = "formToken";
        });
        services.AddRazorPages(pages => pages.RootDirectory = "/");
    }

    /// <summary>Style sheet and script are inside the assembly: there is nothing beside it to be found, wherever the host is started.</summary>
    public static void UsePortalAssets(this IApplicationBuilder app) => app.UseStaticFiles(new StaticFileOptions
    {
        RequestPath = "/assets",
        FileProvider = new EmbeddedFileProvider(typeof(PortalSetup).Assembly, "AzurePerf.Web.Portal.Assets"),
        OnPrepareResponse = context => context.Context.Response.Headers.CacheControl = "no-cache",
    });
}
