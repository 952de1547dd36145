using AzurePerf.Core.Access;
using AzurePerf.Core.Runs;
using AzurePerf.Web.Access;
using AzurePerf.Web.Errors;
using Microsoft.AspNetCore.Antiforgery;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.ApplicationModels;
using Microsoft.AspNetCore.Mvc.ModelBinding;
using Microsoft.Extensions.FileProviders;

namespace AzurePerf.Web.Portal;

/// <summary>The pages: made on the server, complete without scripts.</summary>
internal static class PortalSetup
{
    public static void AddPortal(this IServiceCollection services)
    {
        services.AddAntiforgery();
        services.AddOptions<AntiforgeryOptions>().Configure<AccessOptions>((forms, access) =>
        {
            forms.Cookie.Name = "azureperf-form";
            forms.Cookie.HttpOnly = true;
            // Not strict: a link on another site would open a page without it, which gets another one, and forms in other tabs are lost.
            forms.Cookie.SameSite = SameSiteMode.Lax;
            forms.Cookie.SecurePolicy = access.Mode == AccessMode.Local ? CookieSecurePolicy.None : CookieSecurePolicy.Always;
            forms.FormFieldName = "formToken";
        });
        services.AddRazorPages(pages =>
        {
            pages.RootDirectory = "/";
            pages.Conventions.AddFolderApplicationModelConvention("/", TakeForm);
        }).AddMvcOptions(mvc =>
        {
            LetAddressesWin(mvc);
            mvc.Filters.Add(new HandledMethods());
            mvc.Filters.Add(new FormSizes());
        });
    }

    /// <summary>A page with a limit of its own keeps it. The page of an error has none, as it reads no form and comes when one was read
    /// already: setting a limit then warns in the log, which anybody could fill so.</summary>
    private static void TakeForm(PageApplicationModel page)
    {
        if (page.ModelType != typeof(ErrorPage))
        {
            page.Filters.Insert(0, new RequestSizeLimitAttribute(SpecLimits.BodyBytes));
            page.Filters.Add(new FormReading());
        }
    }

    /// <summary>What the address names a form cannot name otherwise: access was decided by the address.</summary>
    private static void LetAddressesWin(MvcOptions mvc)
    {
        var sources = mvc.ValueProviderFactories;
        var ofAddress = sources.Where(source => source is RouteValueProviderFactory or QueryStringValueProviderFactory).ToArray();
        foreach (var source in ofAddress.Reverse())
        {
            sources.Remove(source);
            sources.Insert(0, source);
        }
    }

    /// <summary>Style sheet and script are inside the assembly: there is nothing beside it to be found, wherever the host is
    /// started.</summary>
    public static void UsePortalAssets(this IApplicationBuilder app) => app.UseStaticFiles(new StaticFileOptions
    {
        RequestPath = "/assets",
        FileProvider = new EmbeddedFileProvider(typeof(PortalSetup).Assembly, "AzurePerf.Web.Portal.Assets"),
        OnPrepareResponse = context => context.Context.Response.Headers.CacheControl = "no-cache",
    });
}
