using AzurePerf.Web.Access;

namespace AzurePerf.Web.Portal;

/// <summary>Light or dark, where somebody chose one: kept in a cookie, so that it holds without scripts.</summary>
internal static class Theme
{
    public const string Light = "light";
    public const string Dark = "dark";

    /// <summary>What takes a choice back: the system's own setting counts again.</summary>
    public const string Auto = "auto";

    private const string CookieName = "azureperf-theme";

    public static IReadOnlyList<string> All { get; } = [Auto, Light, Dark];

    /// <summary>light or dark; null where nothing was chosen.</summary>
    public static string? Chosen(HttpRequest request) => request.Cookies[CookieName] is (Light or Dark) and var chosen ? chosen : null;

    /// <summary>The address that makes a choice and leads back to a page.</summary>
    public static string Address(HttpRequest request, string theme) =>
        $"/theme?to={theme}&back={Uri.EscapeDataString(request.Path + request.QueryString.ToString())}";

    /// <summary>A link and no form: the choice concerns nobody but the reader's own eyes.</summary>
    public static void MapTheme(this IEndpointRouteBuilder app) =>
        app.MapGet("/theme", Choose).WithMetadata(new OpenToAllAttribute()).ExcludeFromDescription();

    private static IResult Choose(HttpContext context, string? to, string? back)
    {
        if (to is Light or Dark)
        {
            context.Response.Cookies.Append(CookieName, to, new()
            {
                HttpOnly = true,
                IsEssential = true,
                MaxAge = TimeSpan.FromDays(365),
                SameSite = SameSiteMode.Lax,
                Secure = context.Request.IsHttps,
            });
        }
        else
        {
            context.Response.Cookies.Delete(CookieName);
        }

        return Results.LocalRedirect(ReturnAddress.Of(back));
    }
}
