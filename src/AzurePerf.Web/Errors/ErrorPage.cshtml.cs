using System.Globalization;
using AzurePerf.Core.Files;
using AzurePerf.Core.Programs;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;
using AzurePerf.Storage;
using AzurePerf.Web.Access;
using AzurePerf.Web.Problems;
using Microsoft.AspNetCore.Diagnostics;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Filters;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Errors;

/// <summary>What people see when a page cannot be made. Errors lead here whatever their method was, so no token is asked for.</summary>
[IgnoreAntiforgeryToken]
[OpenToAll]
internal sealed class ErrorPage : PageModel
{
    /// <summary>The status of the answer that the page stands for.</summary>
    public int Status { get; private set; }

    public string Heading { get; private set; } = "";

    public string Advice { get; private set; } = "";

    public string TraceId => ApiProblem.TraceIdOf(HttpContext);

    /// <summary>Whatever method led here, and whether there is a handler for it or not.</summary>
    public override void OnPageHandlerExecuting(PageHandlerExecutingContext context) => Explain();

    private static string WaitOf(HttpResponse response) =>
        int.TryParse(response.Headers.RetryAfter, NumberStyles.None, CultureInfo.InvariantCulture, out var seconds) && seconds > 60
            ? string.Create(CultureInfo.InvariantCulture, $"Wait up to {(seconds + 59) / 60} minutes.")
            : "Wait a minute.";

    private void Explain()
    {
        var exception = HttpContext.Features.Get<IExceptionHandlerFeature>()?.Error;
        var failed = exception is not null || HttpContext.Features.Get<IStatusCodeReExecuteFeature>() is not null;
        // Somebody who opens the address of this page by hand asks for something that is not there.
        Status = Response.StatusCode = failed ? Response.StatusCode : StatusCodes.Status404NotFound;
        (Heading, Advice) = Status switch
        {
            404 => ("Not found", "There is nothing at this address. The address is incomplete, or what it led to was removed."),
            400 => ("This form cannot be used any more",
                "You signed in or out since it was opened, or it is not from this page. Open it again and send it once more; nothing was "
                    + "stored."),
            401 => ("You are not signed in", "Sign in and do it once more; nothing was stored."),
            403 when HttpContext.FindMissingScope() is { } needed =>
                ("You may not do this", $"It needs the scope {CamelCase.Of(needed)}: ask an administrator. Nothing was changed."),
            403 =>
                ("You may not do this",
                    "It needs an administrator, or belongs to somebody else, or you were given no role here. Nothing was changed."),
            429 => ("Too many requests", WaitOf(Response)),
            405 => ("This page does not take that", "Open it again, and use its links and buttons."),
            413 => ("Too large",
                $"A form or a run request has at most {NumberFormat.Size(SpecLimits.BodyBytes)}, the form of the sign-in "
                    + $"{NumberFormat.Size(SignInPage.LongestForm)}, the zip of a program {NumberFormat.Size(PackageLimits.ZippedBytes)}. "
                    + "Nothing was stored. Go back and send less."),
            503 => ("The control account does not answer",
                "Runs and results are kept there. Try again in a few seconds; if it stays, check AZUREPERF_CONTROL and that the account "
                    + "or emulator is up."),
            _ when Status < 500 => ("This did not work", "The server refused the request."),
            _ => ("The server failed", "This is a fault of AzurePerf. The log has it under the trace below."),
        };
        if (exception is not null)
        {
            ErrorHandling.Note(HttpContext, exception);
        }

        if (exception is not null && FullDisk.IsWhy(exception))
        {
            Advice = "The disk of the web host is full. The log has where under the trace below.";
        }
        else if (exception is not null && ErrorHandling.IsOfControlAccount(exception))
        {
            Advice =
                $"Runs and results are kept there, but {StorageFailure.Describe(exception)}. Try again in a few seconds; if it stays, "
                    + "check AZUREPERF_CONTROL.";
        }
    }
}
